import type { ModelOffer } from "#contract/catalogue.ts";
import type { CarFormValues } from "./car-form-values.ts";

/** The fields that may follow from the model and from the words it was found by. */
const filledFields = ["year", "type", "fuel", "engineSize", "power"] as const;
type FilledField = (typeof filledFields)[number];
export type Filled = Partial<Record<FilledField, CarFormValues[FilledField]>>;

/**
 * What the form's fields become once a model is chosen. Only what is empty, the year that the form began with, or what
 * an earlier choice filled in (`before`) is changed; what the person entered stays. A year that cannot be the
 * generation's is taken out, so that nobody publishes the form's own.
 */
export function applyFills(
  values: Pick<CarFormValues, FilledField>,
  fills: ModelOffer["fills"],
  { before, beganWithYear }: { before: Filled; beganWithYear: number },
): { changes: Filled; filled: Filled } {
  const [from, to] = fills.years ?? [null, null];
  const isFree = (field: FilledField): boolean => {
    const value = values[field];
    if (value === "" || value === null) return true;
    if (Object.hasOwn(before, field) && before[field] === value) return true;
    return field === "year" && value === beganWithYear;
  };
  const follows: Filled = {
    type: fills.type ?? "",
    fuel: fills.fuel ?? "",
    engineSize: fills.engineSize ?? null,
    power: fills.power ?? null,
    ...(from === null || to === null
      ? {}
      : { year: from === to ? from : isBetween(values.year, from, to) ? values.year : null }),
  };
  const changes: Filled = {};
  const filled: Filled = {};
  for (const field of filledFields) {
    const value = follows[field];
    if (value === undefined || !isFree(field)) continue;
    if (value !== values[field]) Object.assign(changes, { [field]: value });
    if (value !== "" && value !== null) Object.assign(filled, { [field]: value });
  }
  return { changes, filled };
}

function isBetween(year: CarFormValues["year"], from: number, to: number): boolean {
  return typeof year === "number" && year >= from && year <= to;
}
