import { formatNumber } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { searchSubject } from "#domain/search/search-subject.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { searchHref } from "./search-address.ts";

export function searchDescription(search: CarSearch, total: number | null): string {
  const subject = searchSubject(search);
  return total === null ? subject : text.metaDescription(text.count(formatNumber(total), total), subject);
}

/**
 * Search engines should index what people look for (a brand, a model, a place),
 * not every combination of filters.
 */
export function isIndexable(search: CarSearch): boolean {
  const { brand, model, type, fuel, location } = search;
  const isPlain = searchHref(search) === searchHref({ ...emptySearch, brand, model, type, fuel, location });
  return isPlain && [brand, model, type, fuel, location].flat().length <= 3;
}
