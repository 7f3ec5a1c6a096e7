import { formatNumber } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { searchHref } from "./search-address.ts";

/** What a search is called in a browser's tab and by search engines: "BMW X5 në Prishtinë". */
export function searchSubject(search: CarSearch): string {
  if (search.q !== "") return text.titleFor(search.q);
  const named = [search.brand, search.model, search.type, search.fuel]
    .filter((values) => values.length > 0)
    .map((values) => values.slice(0, 3).join(", "));
  const place = search.location.length === 1 ? search.location[0] : undefined;
  if (named.length === 0 && place === undefined) return text.subjectAll;
  const what = named.length === 0 ? text.title : text.subject(named.join(" "));
  return place === undefined ? what : `${what} ${text.inPlace(place)}`;
}

export function searchDescription(search: CarSearch, total: number | null): string {
  const subject = searchSubject(search);
  return total === null ? subject : text.metaDescription(text.count(formatNumber(total), total), subject);
}

/** Engines keep what people look for (a brand, a model, a place), not every combination of filters. */
export function isIndexable(search: CarSearch): boolean {
  const { brand, model, type, fuel, location } = search;
  const isPlain = searchHref(search) === searchHref({ ...emptySearch, brand, model, type, fuel, location });
  return isPlain && [brand, model, type, fuel, location].flat().length <= 3;
}
