import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
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
  valueLabel,
} from "#domain/search/search-fields.ts";
import { withToggled } from "./search-address.ts";

/** One chosen filter, and the search without it. */
export type ChosenFilter = { key: string; label: string; without: CarSearch };

/** Everything that narrows a search: words, lists, ranges, flags. The sort order does not. */
export function chosenFilters(search: CarSearch): ChosenFilter[] {
  const chosen: ChosenFilter[] = [];
  if (search.q !== "")
    chosen.push({ key: "q", label: text.chipWords(search.q), without: { ...search, q: "" } });
  for (const name of listNames) {
    for (const value of search[name])
      chosen.push({
        key: `${name} ${value}`,
        label: valueLabel(name, value),
        without: withToggled(search, name, value),
      });
  }
  for (const name of rangeNames) {
    const { min, max } = rangeFields[name];
    const label = rangeLabel(name, search[min], search[max]);
    if (label !== null) chosen.push({ key: name, label, without: { ...search, [min]: null, [max]: null } });
  }
  for (const name of flagNames) {
    if (search[name] === true)
      chosen.push({ key: name, label: flagFields[name].text.label, without: { ...search, [name]: null } });
  }
  for (const name of recencyNames) {
    const days = search[name];
    if (days === null) continue;
    const label = recencyFields[name].text.within(days);
    chosen.push({ key: name, label, without: { ...search, [name]: null } });
  }
  for (const name of distanceNames) {
    const near = search[name];
    if (near === null) continue;
    const label = distanceFields[name].text.within(near.km);
    chosen.push({ key: name, label, without: { ...search, [name]: null } });
  }
  return chosen;
}
