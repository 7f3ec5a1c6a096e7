import type { Facets, SomeFacets } from "#contract/search.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import {
  type DistanceName,
  type FieldName,
  type ListName,
  type RecencyName,
  distanceNames,
  isDistance,
  isList,
  isRecency,
  listFields,
  listNames,
  recencyFields,
  recencyNames,
  recordOf,
  valueLabel,
} from "#domain/search/search-fields.ts";
import { fold } from "#domain/text/fold.ts";

/** A value of a filter and the exact number of cars after choosing it. */
export type FilterOption = readonly [value: string, count: number];
/** `hidden`: how many more options exist that the page does not contain. */
export type FilterOptions = { options: readonly FilterOption[]; hidden: number };

/** The facets that the filter panel needs, for the requested fields. */
export type SearchFacets = {
  total: number;
  options: Partial<Record<ListName, FilterOptions>>;
  recencies: Partial<Record<RecencyName, readonly FilterOption[]>>;
  /** Empty without a point. */
  distances: Partial<Record<DistanceName, readonly FilterOption[]>>;
  /** The price range in euro of the cars that match all other filters; null without any. */
  prices?: Facets["price"];
  understood: Facets["understood"];
  relaxed: Facets["relaxed"];
  looser: Facets["looser"];
  nearby: Facets["nearby"];
};

/** How many values of a filter the collapsed list shows. */
export function initiallyShown(filter: ListName): number {
  return listFields[filter].shown ?? Number.POSITIVE_INFINITY;
}

/**
 * The panel's options. `trimmed` cuts long lists to what is shown before they are opened: most of a page's
 * data would be counts that nobody sees.
 */
export function panelFacets(
  facets: SomeFacets,
  search: CarSearch,
  { trimmed }: { trimmed: boolean },
): SearchFacets {
  const listed = (filter: ListName): FilterOptions => {
    const counts = facets[filter] ?? {};
    const { values, shown } = listFields[filter];
    // Short lists always have all options: options that come and go are hard to hit.
    if (shown === undefined)
      return { options: values.map((value) => [value, counts[value] ?? 0]), hidden: 0 };
    const chosen = search[filter];
    const all: FilterOption[] = Object.entries(counts).filter(
      ([value, count]) => count > 0 || chosen.includes(value),
    );
    for (const value of chosen) if (!(value in counts)) all.push([value, 0]);
    all.sort(byCount(listFields[filter].likely ?? []));
    if (!trimmed) return { options: all, hidden: 0 };
    const options = shownOptions(all, chosen, shown);
    return { options, hidden: all.length - options.length };
  };
  const isThere = (name: ListName | RecencyName | DistanceName) => facets[name] !== undefined;
  const ordered = <Way extends { query: string }>(way: Way): Way => ({
    ...way,
    query: inOrder(way.query, search),
  });
  return {
    total: facets.total,
    options: recordOf(listNames.filter(isThere), listed),
    recencies: recordOf(recencyNames.filter(isThere), (name) =>
      recencyFields[name].days.map((days) => [String(days), facets[name]?.[days] ?? 0]),
    ),
    distances: recordOf(distanceNames.filter(isThere), (name) =>
      Object.entries(facets[name] ?? {}).toSorted(([a], [b]) => Number(a) - Number(b)),
    ),
    ...(facets.price && { prices: facets.price }),
    understood: facets.understood,
    relaxed: facets.relaxed && ordered(facets.relaxed),
    looser: facets.looser.map(ordered),
    nearby: facets.nearby.map(ordered),
  };
}

/**
 * Those of the fields that have a facet in this search: models need a brand; of the
 * ranges only the price has one.
 */
export function countedFields(search: CarSearch, fields: Iterable<FieldName>): FieldName[] {
  return [...fields].filter((name) => {
    if (name === "model") return offersModels(search);
    if (isDistance(name)) return search[name] !== null;
    return name === "price" || isList(name) || isRecency(name);
  });
}

/** A list of the models of all brands helps nobody. */
export function offersModels({ brand, model }: CarSearch): boolean {
  return brand.length > 0 || model.length > 0;
}

/** Those of the fields whose facets have not been loaded. */
export function missingFields(
  { options, recencies, distances, prices }: SearchFacets,
  search: CarSearch,
  fields: Iterable<FieldName>,
): FieldName[] {
  return countedFields(search, fields).filter((name) =>
    name === "price"
      ? prices === undefined
      : !(name in options) && !(name in recencies) && !(name in distances),
  );
}

/** Merges facets of one search that were loaded later. */
export function withFacets(facets: SearchFacets, more: SearchFacets): SearchFacets {
  return {
    ...facets,
    ...more,
    options: { ...facets.options, ...more.options },
    recencies: { ...facets.recencies, ...more.recencies },
    distances: { ...facets.distances, ...more.distances },
  };
}

/** Adds this search's sort order to a query string from the API, which has none. */
function inOrder(query: string, { sort }: CarSearch): string {
  if (sort === "standard") return query;
  const params = new URLSearchParams(query);
  params.set("sort", sort);
  return params.toString();
}

/** The first `limit` options, and all chosen ones. `options` are sorted by count. */
export function shownOptions(
  options: readonly FilterOption[],
  chosen: readonly string[],
  limit: number,
): FilterOption[] {
  return options.filter(([value], index) => index < limit || chosen.includes(value));
}

function byCount(likely: readonly string[]) {
  const rank = (name: string) => likely.indexOf(name) + 1 || Number.POSITIVE_INFINITY;
  return ([nameA, countA]: FilterOption, [nameB, countB]: FilterOption): number => {
    if (countA !== countB) return countB - countA;
    const [rankA, rankB] = [rank(nameA), rank(nameB)];
    return rankA === rankB ? (nameA < nameB ? -1 : 1) : rankA - rankB;
  };
}

// Created when the first long list is opened: constructing Intl objects is slow (domain/format).
let alphabet: Intl.Collator | undefined;

/** A space before each word, so that `includes` can match a word's beginning. */
function asWords(name: string): string {
  return ` ${fold(name).replaceAll("-", " ")}`;
}

/** An opened list, sorted by name; filtered by words that begin with the typed text. */
export function optionsNamed(
  options: readonly FilterOption[],
  filter: ListName,
  typed: string,
): FilterOption[] {
  const begun = asWords(typed);
  const nameOf = ([value]: FilterOption) => valueLabel(filter, value);
  return options
    .filter((option) => asWords(nameOf(option)).includes(begun))
    .toSorted((a, b) => byName(nameOf(a), nameOf(b)));
}

function byName(a: string, b: string): number {
  alphabet ??= new Intl.Collator("sq", { numeric: true });
  return alphabet.compare(a, b);
}
