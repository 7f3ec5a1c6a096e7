import type { Fuel } from "#domain/cars/car-lists.ts";

/**
 * The costs until an imported car has plates, as dated data (specification.md#cost-to-plates). Laws and figures
 * change by a database row, never by a release.
 */

/** The lines, in the order of computation. */
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

/** The base of a percentage: the car's price, or earlier lines. */
export const costBases = ["value", ...costKeys] as const;
export type CostBase = (typeof costBases)[number];

export const lineKinds = ["percent", "fixed", "table"] as const;
export type LineKind = (typeof lineKinds)[number];

/** Certainty of an amount: from an official source, or unconfirmed. */
export const certainties = ["official", "unconfirmed"] as const;
export type Certainty = (typeof certainties)[number];

export const tariffStatuses = ["draft", "active"] as const;
export type TariffStatus = (typeof tariffStatuses)[number];

/** A table row: valid up to this age in years and this engine size in cm³, both included; null is no limit. */
export interface TariffCell {
  readonly maxAge: number | null;
  readonly maxCc: number | null;
  /** EUR; null if unknown. */
  readonly amount: number | null;
}

/** Conditions of a line; omitted ones do not matter. */
export interface TariffCondition {
  readonly fuel?: Fuel | undefined;
  readonly euOrigin?: boolean | undefined;
}

/**
 * One amount. Several lines may share a key: of those that match a car, the one with the most conditions
 * counts, so an exception overrides its rule.
 */
export interface TariffLine {
  readonly key: CostKey;
  /** Its label. */
  readonly label: string;
  readonly kind: LineKind;
  /** Of a percentage. */
  readonly of: readonly CostBase[];
  /** Of a table: the first row that fits counts. */
  readonly table?: readonly TariffCell[] | undefined;
  readonly when?: TariffCondition | undefined;
  /** Percent or EUR, at most two decimals; null: not known yet. Null for a table, whose rows have the amounts. */
  readonly amount: number | null;
  readonly certainty: Certainty;
}

/** The tariff of a day. Days are those of Europe/Belgrade, as 2026-11-23. */
export interface TariffTerms {
  readonly validFrom: string;
  /** The last day, included; null: until the next tariff. */
  readonly validTo: string | null;
  /** Older cars may not be imported. */
  readonly maxAgeYears: number;
  readonly source: { readonly title: string; readonly url: string };
  /** When it was last compared with its source. */
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
  /** Keys of a tariff as JSON, with all lines and cells. */
  maxJsonKeys: 6_000,
  maxLabel: 60,
  maxSource: 200,
  maxUrl: 500,
} as const;

/** Cars whose costs can be computed: EUR, cm³ and the first year of registration. */
export const costInputLimits = {
  minPrice: 1,
  maxPrice: 5_000_000,
  maxEngineCc: 10_000,
  minYear: 1900,
} as const;

/** EUR or percent as whole hundredths; null for more than two decimals. */
export function hundredths(amount: number): number | null {
  const whole = Math.round(amount * 100);
  return Number.isSafeInteger(whole) && whole / 100 === amount ? whole : null;
}

const conditions = ({ fuel, euOrigin }: TariffCondition): number =>
  Number(fuel !== undefined) + Number(euOrigin !== undefined);

/** The most specific lines of a key for such a car; more than one if they are equally specific. */
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

/** The first table row that matches; undefined if none does. */
export function cellFor(table: readonly TariffCell[], age: number, engineCc: number): TariffCell | undefined {
  return table.find(({ maxAge, maxCc }) => age <= (maxAge ?? Infinity) && engineCc <= (maxCc ?? Infinity));
}
