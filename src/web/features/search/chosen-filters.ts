import { formatEuro, formatKm } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { type CarSearch, type RangeFilter, listFilters } from "#domain/search/car-search.ts";
import { type ChoiceFilter, chosenValues, withBounds, withToggled } from "./search-address.ts";

/** One thing that was chosen, and the search without it. */
export type ChosenFilter = { key: string; label: string; without: CarSearch };

/** How people read a value of a filter. */
export function valueLabel(filter: ChoiceFilter, value: string): string {
  if (filter !== "customsPaid") return value;
  return value === "true" ? text.customsPaid.true : text.customsPaid.false;
}

const pairs: readonly {
  min: RangeFilter;
  max: RangeFilter;
  show: (value: number) => string;
  label: (range: string) => string;
}[] = [
  { min: "minPrice", max: "maxPrice", show: formatEuro, label: (range) => range },
  { min: "minYear", max: "maxYear", show: String, label: text.chipYear },
  { min: "minMileage", max: "maxMileage", show: formatKm, label: (range) => range },
];

/** All that narrows a search, in the order of the filter panel. The sort is no filter. */
export function chosenFilters(search: CarSearch): ChosenFilter[] {
  const chosen: ChosenFilter[] = [];
  if (search.q !== "")
    chosen.push({ key: "q", label: text.chipWords(search.q), without: { ...search, q: "" } });
  for (const filter of [...listFilters, "customsPaid"] as const) {
    for (const value of chosenValues(search, filter)) {
      chosen.push({
        key: `${filter} ${value}`,
        label: valueLabel(filter, value),
        without: withToggled(search, filter, value),
      });
    }
  }
  for (const { min, max, show, label } of pairs) {
    const range = rangeText(search[min], search[max], show);
    if (range === null) continue;
    chosen.push({ key: min, label: label(range), without: withBounds(search, { [min]: null, [max]: null }) });
  }
  if (search.recommended === true) {
    chosen.push({
      key: "recommended",
      label: text.recommendedOnly,
      without: { ...search, recommended: null },
    });
  }
  return chosen;
}

function rangeText(from: number | null, to: number | null, show: (value: number) => string): string | null {
  if (from !== null && to !== null) return text.chipRange(show(from), show(to));
  if (from !== null) return text.chipFrom(show(from));
  return to === null ? null : text.chipTo(show(to));
}
