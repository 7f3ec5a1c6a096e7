import type { ModelOffer } from "#contract/catalogue.ts";
import type { CarFormValues } from "./car-form-values.ts";

/** Fields that the model, or the words that found it, may determine. */
const filledFields = ["year", "type", "fuel", "engineSize", "power"] as const;
type FilledField = (typeof filledFields)[number];
export type Filled = Partial<Record<FilledField, CarFormValues[FilledField]>>;

/**
 * The form's changes after choosing a model. Changes only fields that are empty, that an earlier choice
 * filled in (`before`), or the initial year; the person's input stays. A year outside the generation is
 * cleared, so that nobody publishes the form's default.
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
