import { type Fuel, fuels } from "#domain/cars/car-lists.ts";
import {
  cellFor,
  type Certainty,
  type CostBase,
  costInputLimits,
  type CostKey,
  costKeys,
  hundredths,
  linesFor,
  type TariffLine,
  type TariffTerms,
} from "./tariff.ts";

/** A car's facts for customs. */
export interface ImportedCar {
  /** Whole EUR. */
  readonly price: number;
  /** cm³; 0 for an electric car. */
  readonly engineCc: number;
  /** Of the first registration. */
  readonly year: number;
  readonly fuel: Fuel;
  readonly euOrigin: boolean;
  /** The year in which it is imported. */
  readonly importYear: number;
}

export interface CostLine {
  readonly key: CostKey;
  readonly label: string;
  /** The base of a percentage in cents; null for other kinds, and if unknown. */
  readonly base: number | null;
  /** In cents; null if unknown. */
  readonly amount: number | null;
  readonly certainty: Certainty;
}

/** All amounts in cents. */
export interface ImportCosts {
  /** Why the car may not be imported: then there are no lines and no sums. */
  readonly barred: "too_old" | null;
  readonly lines: readonly CostLine[];
  /** The sum of the known lines. */
  readonly known: number | null;
  /** The price plus `known`. */
  readonly total: number | null;
  /** Labels of the unknown lines. */
  readonly unknown: readonly string[];
}

/** Years since the first registration; a car of next year counts as new. */
export function ageOf(car: Pick<ImportedCar, "year" | "importYear">): number {
  return Math.max(0, car.importYear - car.year);
}

/** `percent` (in hundredths of a percent) of `base` cents, rounded half up to the cent. */
function share(base: number, percent: number): number {
  const tenThousandths = base * percent + 5_000;
  return (tenThousandths - (tenThousandths % 10_000)) / 10_000;
}

/**
 * A car's costs until it has plates, in whole cents, each line rounded half up
 * (specification.md#cost-to-plates). Unknown amounts stay unknown, and so do lines that depend on them.
 */
export function importCosts({ lines, maxAgeYears }: TariffTerms, car: ImportedCar): ImportCosts {
  const age = ageOf(car);
  if (age > maxAgeYears) return { barred: "too_old", lines: [], known: null, total: null, unknown: [] };
  const price = car.price * 100;
  const amounts = new Map<CostBase, number | null>([["value", price]]);

  const costOf = (line: TariffLine): Pick<CostLine, "base" | "amount"> => {
    if (line.kind === "percent") {
      const parts = line.of.map((base) => amounts.get(base) ?? null);
      const base = parts.reduce<number | null>(
        (sum, part) => (sum === null || part === null ? null : sum + part),
        0,
      );
      const percent = line.amount === null ? null : hundredths(line.amount);
      return { base, amount: base === null || percent === null ? null : share(base, percent) };
    }
    const euro =
      line.kind === "table" ? (cellFor(line.table ?? [], age, car.engineCc)?.amount ?? null) : line.amount;
    return { base: null, amount: euro === null ? null : hundredths(euro) };
  };

  const costs: CostLine[] = [];
  for (const key of costKeys) {
    const [line] = linesFor(lines, key, car);
    if (line === undefined) continue;
    const { base, amount } = costOf(line);
    amounts.set(key, amount);
    costs.push({ key, label: line.label, base, amount, certainty: line.certainty });
  }
  const known = costs.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const unknown = costs.filter(({ amount }) => amount === null).map(({ label }) => label);
  return { barred: null, lines: costs, known, total: price + known, unknown };
}

/** A listing's facts; price EUR, engine cm³. */
export interface ListedCar {
  readonly price: number;
  readonly year: number;
  readonly fuel: string;
  readonly engineSize: number | null;
  readonly customsPaid: boolean | null;
}

/** The engine size for a listed car's costs, 0 for an electric one; null if the costs cannot be computed. */
export function engineCcOf({ fuel, engineSize }: Pick<ListedCar, "fuel" | "engineSize">): number | null {
  if (engineSize === null) return fuel === "Elektrik" ? 0 : null;
  return engineSize <= costInputLimits.maxEngineCc ? engineSize : null;
}

/**
 * A listed car's price with plates in whole EUR, rounded up: the price alone, or with the known costs to plates
 * if its customs are not paid (as not from the EU). Null if that cannot be computed: no tariff, an unknown
 * engine, a car that is too old.
 */
export function totalWithPlates(
  tariff: TariffTerms | null,
  car: ListedCar,
  importYear: number,
): number | null {
  if (car.customsPaid !== false) return car.price;
  const fuel = fuels.find((known) => known === car.fuel);
  const engineCc = engineCcOf(car);
  if (tariff === null || fuel === undefined || engineCc === null) return null;
  const { price, year } = car;
  const { total } = importCosts(tariff, { price, engineCc, year, fuel, euOrigin: false, importYear });
  return total === null ? null : Math.ceil(total / 100);
}
