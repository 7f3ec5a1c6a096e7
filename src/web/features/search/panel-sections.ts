import type { CarSearch } from "#domain/search/car-search.ts";
import { type FieldName, isDistance, isList, isRecency, panelNames } from "#domain/search/search-fields.ts";
import { quickFields } from "./quick-filters.ts";

/**
 * How much of the filter panel the server renders: nothing on a phone, `usual`
 * sections, or `all` without scripts.
 */
export type PanelSent = "none" | "usual" | "all";

/** Open on wide screens: what most people filter by. */
export const usualSections: ReadonlySet<FieldName> = new Set([
  "brand",
  "model",
  "price",
  "year",
  "mileage",
  "fuel",
  "transmission",
  "near",
  "location",
]);
export const everySection: ReadonlySet<FieldName> = new Set(panelNames);

/** The fields whose facets the server's page shows. */
export function fieldsShown(search: CarSearch, sent: PanelSent): FieldName[] {
  if (sent === "none") return [...quickFields];
  const sections = panelNames.filter(
    (name) => sent === "all" || usualSections.has(name) || isChosen(search, name),
  );
  return [...new Set([...quickFields, ...sections])];
}

function isChosen(search: CarSearch, name: FieldName): boolean {
  if (isList(name)) return search[name].length > 0;
  return (isRecency(name) || isDistance(name)) && search[name] !== null;
}
