import { carTypeLabel } from "#domain/messages/car-types.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "./car-search.ts";

/** The first three: "Audi", "Audi dhe BMW"; commas alone if there are more than three. */
function few(values: readonly string[]): string {
  const last = values.at(-1);
  return last === undefined || values.length === 1 || values.length > 3
    ? values.slice(0, 3).join(", ")
    : text.listed(values.slice(0, -1).join(", "), last);
}

/** A search's title in browser tabs, feeds and search engines: "BMW X5 në Prishtinë". */
export function searchSubject(search: CarSearch): string {
  if (search.q !== "") return text.titleFor(search.q);
  const cars = [search.brand, search.model, search.type.map(carTypeLabel)]
    .map(few)
    .filter((part) => part !== "");
  const fuels = few(search.fuel.map(text.fuelInWords));
  const place = search.location.length === 1 ? search.location[0] : undefined;
  if (cars.length === 0 && fuels === "" && place === undefined)
    // A point is not all of Kosovo.
    return search.near === null ? text.subjectAll : text.title;
  // A fuel alone would read as the thing for sale.
  const named = [...(cars.length === 0 ? [text.cars] : cars), ...(fuels === "" ? [] : [fuels])];
  const what = text.subject(named.join(" "));
  return place === undefined ? what : `${what} ${text.inPlace(place)}`;
}
