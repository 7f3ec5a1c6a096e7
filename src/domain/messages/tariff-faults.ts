import { fuels } from "#domain/cars/car-lists.ts";
import { tariffMessages as text } from "./tariffs.ts";
import {
  cellFor,
  type CostKey,
  costBases,
  costInputLimits,
  costKeys,
  hundredths,
  linesFor,
  tariffLimits,
  type TariffCell,
  type TariffLine,
  type TariffTerms,
} from "#domain/tariffs/tariff.ts";

/** Faults of a tariff: texts by field, "validTo", "lines.1.amount", "lines.1.table.0.maxCc". */
export type TariffFaults = Readonly<Record<string, string>>;

/** Stores the first text of a field. */
type Complain = (field: string, message: string) => void;

function checkAmount(amount: number | null, most: number, field: string, complain: Complain): void {
  if (amount === null) return;
  if (amount < 0) complain(field, text.amountNegative);
  else if (amount > most) complain(field, text.amountTooHigh(most));
  else if (hundredths(amount) === null) complain(field, text.amountDecimals);
}

const justAbove = (limits: readonly (number | null)[]): number[] => [
  0,
  ...limits.flatMap((limit) => (limit === null ? [] : [limit + 1])),
];

/** Every row can match, and every age and engine size has a row. */
function checkTable(
  table: readonly TariffCell[],
  maxAgeYears: number,
  field: string,
  complain: Complain,
): void {
  if (table.length === 0) complain(field, text.tableEmpty);
  for (const [index, cell] of table.entries()) {
    const at = `${field}.${index}`;
    checkAmount(cell.amount, tariffLimits.maxAmount, `${at}.amount`, complain);
    const covers = (other: TariffCell): boolean =>
      (other.maxAge ?? Infinity) >= (cell.maxAge ?? Infinity) &&
      (other.maxCc ?? Infinity) >= (cell.maxCc ?? Infinity);
    if (table.slice(0, index).some(covers)) complain(`${at}.amount`, text.rowHidden);
  }
  // Nothing changes between two borders, so checking just above each is enough.
  const ages = justAbove(table.map(({ maxAge }) => maxAge)).filter((age) => age <= maxAgeYears);
  const engines = justAbove(table.map(({ maxCc }) => maxCc));
  for (const engineCc of engines.filter((size) => size <= costInputLimits.maxEngineCc))
    for (const age of ages)
      if (table.length > 0 && cellFor(table, age, engineCc) === undefined)
        complain(field, text.tableHole(age, engineCc));
}

function checkLine(
  line: TariffLine,
  terms: TariffTerms,
  index: number,
  hasLines: ReadonlySet<string>,
  complain: Complain,
): void {
  const at = `lines.${index}`;
  if (line.kind === "table") {
    checkTable(line.table ?? [], terms.maxAgeYears, `${at}.table`, complain);
    return;
  }
  const { maxPercent, maxAmount } = tariffLimits;
  checkAmount(line.amount, line.kind === "percent" ? maxPercent : maxAmount, `${at}.amount`, complain);
  if (line.kind !== "percent") return;
  if (line.of.length === 0) complain(`${at}.of`, text.baseMissing);
  if (new Set(line.of).size < line.of.length) complain(`${at}.of`, text.baseTwice);
  for (const base of line.of) {
    if (costBases.indexOf(base) >= costBases.indexOf(line.key)) complain(`${at}.of`, text.baseLater);
    else if (base !== "value" && !hasLines.has(base)) complain(`${at}.of`, text.baseUnknown);
  }
}

/** Every car has exactly one line per key of the tariff. */
function checkKey(key: CostKey, lines: readonly TariffLine[], complain: Complain): void {
  for (const fuel of fuels) {
    for (const euOrigin of [false, true]) {
      const applying = linesFor(lines, key, { fuel, euOrigin });
      const last = applying.at(-1);
      if (applying.length > 1 && last !== undefined)
        complain(`lines.${lines.indexOf(last)}.when`, text.linesOverlap(fuel, euOrigin));
      const first = lines.findIndex((line) => line.key === key);
      if (applying.length === 0) complain(`lines.${first}.when`, text.lineMissing(fuel, euOrigin));
    }
  }
}

/**
 * Faults that make a tariff unusable: gaps in tables, contradicting lines, percentages of later or missing
 * lines, impossible amounts and days. Without faults it gives every car one amount per key.
 */
export function tariffFaults(terms: TariffTerms): TariffFaults {
  const faults = new Map<string, string>();
  const complain: Complain = (field, message) => {
    if (!faults.has(field)) faults.set(field, message);
  };
  if (terms.validTo !== null && terms.validTo < terms.validFrom) complain("validTo", text.endsBeforeStart);
  const { lines } = terms;
  if (lines.length === 0) complain("lines", text.linesMissing);
  const keys = new Set(lines.map(({ key }) => key));
  for (const [index, line] of lines.entries()) checkLine(line, terms, index, keys, complain);
  for (const key of costKeys) if (keys.has(key)) checkKey(key, lines, complain);
  return Object.fromEntries(faults);
}
