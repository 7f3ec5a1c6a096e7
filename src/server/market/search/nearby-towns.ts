import type { NearbyTown } from "#contract/search.ts";
import { centreOf, kilometres, type Point } from "#domain/places/distance.ts";
import { type CarSearch, carSearchParams } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import { withoutParts } from "#domain/search/without-parts.ts";

const maxTowns = 5;

/**
 * The nearest towns with matching cars outside the searched towns or distance; empty if the search has no
 * place. `countByTown` counts a search's cars by town.
 */
export function nearbyTowns(
  search: CarSearch,
  meaning: Pick<QueryMeaning, "lists" | "understood">,
  countByTown: (search: CarSearch) => Readonly<Record<string, number>>,
): NearbyTown[] {
  const { near } = search;
  const named = [search.location, meaning.lists.location].filter((towns) => towns.length > 0);
  const from: readonly Point[] =
    named.length > 0 ? named.flat().flatMap((town) => centreOf(town) ?? []) : near === null ? [] : [near];
  if (from.length === 0) return [];

  const isSearched = (town: string, centre: Point) =>
    named.every((towns) => towns.includes(town)) && (near === null || kilometres(near, centre) <= near.km);
  const words = meaning.understood.flatMap(({ param, text }) => (param === "location" ? text : []));
  const anywhere: CarSearch = {
    ...search,
    q: withoutParts(search.q, words),
    location: [],
    near: null,
    sort: "standard",
  };
  return Object.entries(countByTown(anywhere))
    .flatMap(([location, total]) => {
      const centre = centreOf(location);
      if (centre === null || isSearched(location, centre)) return [];
      return { location, total, km: Math.min(...from.map((point) => kilometres(point, centre))) };
    })
    .toSorted((a, b) => a.km - b.km)
    .slice(0, maxTowns)
    .map(({ location, total, km }) => ({
      location,
      km: Math.max(1, Math.round(km)),
      total,
      query: carSearchParams({ ...anywhere, location: [location] }).toString(),
    }));
}
