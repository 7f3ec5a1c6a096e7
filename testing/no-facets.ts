import type { Facets } from "#contract/search.ts";
import {
  distanceNames,
  listNames,
  rangeNames,
  recencyNames,
  recordOf,
} from "#domain/search/search-fields.ts";

/** The facets of a search that finds nothing. */
export const noFacets: Facets = {
  total: 0,
  ...recordOf(listNames, () => ({})),
  ...recordOf(rangeNames, () => ({ min: null, max: null })),
  ...recordOf(recencyNames, () => ({})),
  ...recordOf(distanceNames, () => ({})),
  understood: [],
  relaxed: null,
  looser: [],
  nearby: [],
};
