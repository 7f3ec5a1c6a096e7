import type { Facets } from "#contract/search.ts";
import { listNames, rangeNames, recencyNames, recordOf } from "#domain/search/search-fields.ts";

/** The facets of a search that finds nothing. */
export const noFacets: Facets = {
  total: 0,
  ...recordOf(listNames, () => ({})),
  ...recordOf(rangeNames, () => ({ min: null, max: null })),
  ...recordOf(recencyNames, () => ({})),
  understood: [],
  relaxed: null,
};
