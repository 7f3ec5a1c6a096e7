import { type CarSearch, carSearchParams, isNarrowed, parseCarSearch } from "./car-search.ts";
import {
  distanceFields,
  distanceNames,
  flagFields,
  flagNames,
  listNames,
  rangeFields,
  rangeLabel,
  rangeNames,
  recencyFields,
  recencyNames,
  recordOf,
  valueLabel,
} from "./search-fields.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Parses a saved query. */
export function searchOfSavedQuery(query: string): CarSearch {
  return parseCarSearch(new URLSearchParams(query));
}

/**
 * The canonical query of a saved search, so that it is saved once: without invalid values and order, lists
 * sorted. null if it has no filter.
 */
export function savedQuery(query: string): string | null {
  const search = { ...searchOfSavedQuery(query), sort: "standard" as const };
  if (!isNarrowed(search)) return null;
  const lists = recordOf(listNames, (name) => search[name].toSorted(byName));
  return carSearchParams({ ...search, ...lists }).toString();
}

/** The default name of a search: "Volkswagen Golf, Diesel, deri 10.000 €". */
export function searchName(search: CarSearch): string {
  const { brand, model } = search;
  const rest = listNames.filter((name) => name !== "brand" && name !== "model");
  const parts = [
    ...(search.q === "" ? [] : [searchPageMessages.chipWords(search.q)]),
    ...(brand.length === 1 && model.length === 1 ? [`${brand[0]} ${model[0]}`] : [...brand, ...model]),
    ...rest.flatMap((name) => search[name].map((value) => valueLabel(name, value))),
    ...rangeNames.flatMap((name) => {
      const { min, max } = rangeFields[name];
      return rangeLabel(name, search[min], search[max]) ?? [];
    }),
    ...flagNames.flatMap((name) => (search[name] === true ? flagFields[name].text.inName : [])),
    ...recencyNames.flatMap((name) => {
      const days = search[name];
      return days === null ? [] : recencyFields[name].text.within(days);
    }),
    ...distanceNames.flatMap((name) => {
      const near = search[name];
      return near === null ? [] : distanceFields[name].text.within(near.km);
    }),
  ];
  const name = parts.join(", ");
  if (name === "") return text.anySearch;
  return name.length <= alertLimits.maxName ? name : `${name.slice(0, alertLimits.maxName - 1).trimEnd()}…`;
}
