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
/** `hidden`: how many more there are, which the page was not sent with. */
export type FilterOptions = { options: readonly FilterOption[]; hidden: number };

/** The facets of a search as the filter panel needs them: of the fields that were asked for. */
export type SearchFacets = {
  total: number;
  options: Partial<Record<ListName, FilterOptions>>;
  recencies: Partial<Record<RecencyName, readonly FilterOption[]>>;
  /** Empty where no point is chosen. */
  distances: Partial<Record<DistanceName, readonly FilterOption[]>>;
  /** What the cars cost that any price would leave, in euro; null where there are none. */
  prices?: Facets["price"];
  understood: Facets["understood"];
  relaxed: Facets["relaxed"];
  looser: Facets["looser"];
  nearby: Facets["nearby"];
};

/** How many values of a filter stand in the panel before it is opened. */
export function initiallyShown(filter: ListName): number {
  return listFields[filter].shown ?? Number.POSITIVE_INFINITY;
}

/**
 * The panel's options. With `trimmed`, long lists hold only what shows before they are opened: most of
 * a page's data would be counts that nobody looks at.
 */
export function panelFacets(
  facets: SomeFacets,
  search: CarSearch,
  { trimmed }: { trimmed: boolean },
): SearchFacets {
  const listed = (filter: ListName): FilterOptions => {
    const counts = facets[filter] ?? {};
    const { values, shown } = listFields[filter];
    // Short lists stay as they are, whatever the search: options that come and go are hard to aim at.
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

/** Of these fields, those that have a facet in this search: models do once a brand is chosen, ranges but for the price do not. */
export function countedFields(search: CarSearch, fields: Iterable<FieldName>): FieldName[] {
  return [...fields].filter((name) => {
    if (name === "model") return offersModels(search);
    if (isDistance(name)) return search[name] !== null;
    return name === "price" || isList(name) || isRecency(name);
  });
}

/** Models of all brands together help nobody to choose. */
export function offersModels({ brand, model }: CarSearch): boolean {
  return brand.length > 0 || model.length > 0;
}

/** Of these fields, those whose facets are not there. */
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

/** Facets of one search, those that came later added. */
export function withFacets(facets: SearchFacets, more: SearchFacets): SearchFacets {
  return {
    ...facets,
    ...more,
    options: { ...facets.options, ...more.options },
    recencies: { ...facets.recencies, ...more.recencies },
    distances: { ...facets.distances, ...more.distances },
  };
}

/** The query string with the order of this search: what the API says of a search holds in any. */
function inOrder(query: string, { sort }: CarSearch): string {
  if (sort === "standard") return query;
  const params = new URLSearchParams(query);
  params.set("sort", sort);
  return params.toString();
}

/** The first `limit` options and, beyond them, what is chosen. `options` come by count. */
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

// Made when the first long list is opened, for the same reason as the form of dates (domain/format).
let alphabet: Intl.Collator | undefined;

/** Each word behind a space, so that its beginning can be looked for. */
function asWords(name: string): string {
  return ` ${fold(name).replaceAll("-", " ")}`;
}

/** An opened list, by name; of those with a word in their name that begins with what was typed, if it was. */
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
