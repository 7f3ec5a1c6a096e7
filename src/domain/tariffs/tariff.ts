import type { Fuel } from "#domain/cars/car-lists.ts";

/**
 * What has to be paid until an imported car has its plates, as dated data (specification.md#cost-to-plates): the law and
 * its figures change by a row in the database, never by a release.
 */

/** What is paid, in the order in which it is computed. */
export const costKeys = [
  "duty",
  "excise",
  "vat",
  "road_fee",
  "eco_fee",
  "registration",
  "plates",
  "inspection",
] as const;
export type CostKey = (typeof costKeys)[number];

/** What a percentage is taken of: the car's price, or lines before it. */
export const costBases = ["value", ...costKeys] as const;
export type CostBase = (typeof costBases)[number];

export const lineKinds = ["percent", "fixed", "table"] as const;
export type LineKind = (typeof lineKinds)[number];

/** How sure an amount is: read in an official source, or not confirmed by one. */
export const certainties = ["official", "unconfirmed"] as const;
export type Certainty = (typeof certainties)[number];

export const tariffStatuses = ["draft", "active"] as const;
export type TariffStatus = (typeof tariffStatuses)[number];

/** A row of a table: counts up to this age in years and this engine size in cm³, both included; null is no limit. */
export interface TariffCell {
  readonly maxAge: number | null;
  readonly maxCc: number | null;
  /** EUR; null where it is not known. */
  readonly amount: number | null;
}

/** Which cars a line is for; what is left out does not matter. */
export interface TariffCondition {
  readonly fuel?: Fuel | undefined;
  readonly euOrigin?: boolean | undefined;
}

/**
 * One amount. Several lines may have a key: of those whose condition a car meets, the one with the most conditions
 * counts, so that an exception stands beside its rule.
 */
export interface TariffLine {
  readonly key: CostKey;
  /** As people read it. */
  readonly label: string;
  readonly kind: LineKind;
  /** Of a percentage. */
  readonly of: readonly CostBase[];
  /** Of a table: the first row that fits counts. */
  readonly table?: readonly TariffCell[] | undefined;
  readonly when?: TariffCondition | undefined;
  /** Percent or EUR, at most two decimals; null: nobody knows it yet. Of a table null, its rows have the amounts. */
  readonly amount: number | null;
  readonly certainty: Certainty;
}

/** What counts on a day. Days are those of Europe/Belgrade, as 2026-11-23. */
export interface TariffTerms {
  readonly validFrom: string;
  /** The last day, included; null: until another one follows. */
  readonly validTo: string | null;
  /** Older cars may not be imported. */
  readonly maxAgeYears: number;
  readonly source: { readonly title: string; readonly url: string };
  /** When somebody last held it against its source. */
  readonly checkedOn: string;
  readonly lines: readonly TariffLine[];
}

export const tariffLimits = {
  /** EUR. */
  maxAmount: 1_000_000,
  maxPercent: 100,
  maxAgeYears: 100,
  maxLines: 40,
  maxCells: 40,
  maxLabel: 60,
  maxSource: 200,
  maxUrl: 500,
} as const;

/** Cars that costs can be computed for: EUR, cm³ and the first year of registration. */
export const costInputLimits = {
  minPrice: 1,
  maxPrice: 5_000_000,
  maxEngineCc: 10_000,
  minYear: 1900,
} as const;

/** EUR or percent with at most two decimals as whole hundredths; null for any other number. */
export function hundredths(amount: number): number | null {
  const whole = Math.round(amount * 100);
  return Number.isSafeInteger(whole) && whole / 100 === amount ? whole : null;
}

const conditions = ({ fuel, euOrigin }: TariffCondition): number =>
  Number(fuel !== undefined) + Number(euOrigin !== undefined);

/** The lines of a key that apply to such a car; more than one only where two are equally narrow. */
export function linesFor(
  lines: readonly TariffLine[],
  key: CostKey,
  car: { readonly fuel: Fuel; readonly euOrigin: boolean },
): TariffLine[] {
  const fitting = lines.filter(
    ({ key: own, when = {} }) =>
      own === key &&
      (when.fuel === undefined || when.fuel === car.fuel) &&
      (when.euOrigin === undefined || when.euOrigin === car.euOrigin),
  );
  const narrowest = Math.max(...fitting.map(({ when = {} }) => conditions(when)));
  return fitting.filter(({ when = {} }) => conditions(when) === narrowest);
}

/** The row of a table that counts; undefined where none fits. */
export function cellFor(table: readonly TariffCell[], age: number, engineCc: number): TariffCell | undefined {
  return table.find(({ maxAge, maxCc }) => age <= (maxAge ?? Infinity) && engineCc <= (maxCc ?? Infinity));
}
