import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "./car-search.ts";

/** What a search is called in a browser's tab, a feed reader and by search engines: "BMW X5 në Prishtinë". */
export function searchSubject(search: CarSearch): string {
  if (search.q !== "") return text.titleFor(search.q);
  const named = [search.brand, search.model, search.type, search.fuel]
    .filter((values) => values.length > 0)
    .map((values) => values.slice(0, 3).join(", "));
  const place = search.location.length === 1 ? search.location[0] : undefined;
  if (named.length === 0 && place === undefined)
    // Near somebody is not all of Kosovo.
    return search.near === null ? text.subjectAll : text.title;
  const what = named.length === 0 ? text.title : text.subject(named.join(" "));
  return place === undefined ? what : `${what} ${text.inPlace(place)}`;
}
