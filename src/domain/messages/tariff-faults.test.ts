import { expect, test } from "vitest";
import { tariffMessages as text } from "./tariffs.ts";
import * as fc from "#testing/properties.ts";
import { shippedTariff } from "#testing/tariffs.ts";
import { importCosts } from "#domain/tariffs/import-costs.ts";
import type { TariffCell, TariffLine, TariffTerms } from "#domain/tariffs/tariff.ts";
import { tariffFaults } from "./tariff-faults.ts";

const [duty, dutyEu, excise, exciseElectric, vat, roadFee] = shippedTariff.lines;
if (duty === undefined || dutyEu === undefined || excise === undefined || vat === undefined)
  throw new Error("The tariff has lost its lines.");
if (exciseElectric === undefined || roadFee === undefined) throw new Error("The tariff has lost its lines.");

const withLines = (...lines: TariffLine[]): TariffTerms => ({ ...shippedTariff, lines });
const table = (...cells: [maxAge: number | null, maxCc: number | null, amount: number | null][]) =>
  withLines(duty, dutyEu, {
    ...excise,
    table: cells.map(([maxAge, maxCc, amount]): TariffCell => ({ maxAge, maxCc, amount })),
  });

const wrong: [what: string, terms: TariffTerms, faults: Record<string, string>][] = [
  ["without lines", withLines(), { lines: text.linesMissing }],
  [
    "that ends before it begins",
    { ...shippedTariff, validTo: "2025-12-31" },
    { validTo: text.endsBeforeStart },
  ],
  [
    "with a negative amount",
    withLines({ ...duty, amount: -1 }, dutyEu),
    { "lines.0.amount": text.amountNegative },
  ],
  [
    "with 1e9 as a percentage",
    withLines(duty, { ...dutyEu, amount: 1e9 }),
    { "lines.1.amount": text.amountTooHigh(100) },
  ],
  [
    "with 1e9 as a fee",
    withLines({ ...roadFee, amount: 1e9 }),
    { "lines.0.amount": text.amountTooHigh(1_000_000) },
  ],
  [
    "with half a cent",
    withLines({ ...duty, amount: 10.005 }, dutyEu),
    { "lines.0.amount": text.amountDecimals },
  ],
  [
    "with a percentage of nothing",
    withLines({ ...duty, of: [] }, dutyEu),
    { "lines.0.of": text.baseMissing },
  ],
  [
    "with a base twice",
    withLines({ ...duty, of: ["value", "value"] }, dutyEu),
    { "lines.0.of": text.baseTwice },
  ],
  [
    "with a percentage of itself",
    withLines({ ...duty, of: ["value", "duty"] }, dutyEu),
    { "lines.0.of": text.baseLater },
  ],
  [
    "with a percentage of what comes later",
    withLines({ ...duty, of: ["vat"] }, dutyEu, excise, exciseElectric, vat),
    { "lines.0.of": text.baseLater },
  ],
  [
    "with a percentage of what is not there",
    withLines(duty, dutyEu, vat),
    { "lines.2.of": text.baseUnknown },
  ],
  ["with an empty table", table(), { "lines.2.table": text.tableEmpty }],
  [
    "with a table that has no row for old cars",
    table([8, null, 200]),
    { "lines.2.table": text.tableHole(9, 0) },
  ],
  [
    "with a table that has no row for big engines",
    table([null, 2_000, 200]),
    { "lines.2.table": text.tableHole(0, 2_001) },
  ],
  [
    "with a hole in the middle of a table",
    table([8, 2_000, 200], [null, 2_000, 300], [8, 3_000, 400], [null, 9_999, 500], [8, null, 600]),
    { "lines.2.table": text.tableHole(9, 10_000) },
  ],
  [
    "with a row that never counts",
    table([null, null, 200], [8, 2_000, 100]),
    { "lines.2.table.1.amount": text.rowHidden },
  ],
  [
    "with a negative amount in a table",
    table([null, 2_000, -5], [null, null, 5]),
    { "lines.2.table.0.amount": text.amountNegative },
  ],
  [
    "with two lines for the same cars",
    withLines(duty, { ...duty, amount: 5 }),
    { "lines.1.when": text.linesOverlap("Benzinë", false) },
  ],
  [
    "with two exceptions that meet in one car",
    withLines(duty, dutyEu, { ...duty, when: { fuel: "Elektrik" }, amount: 1 }),
    { "lines.2.when": text.linesOverlap("Elektrik", true) },
  ],
  [
    "with a line for some cars alone",
    withLines(dutyEu),
    { "lines.0.when": text.lineMissing("Benzinë", false) },
  ],
];

test.each(wrong)("a tariff %s is refused at that field", (_, terms, faults) => {
  expect(tariffFaults(terms)).toEqual(faults);
});

test("an exception beside its rule, an unknown amount and a narrower exception are no faults", () => {
  const both: TariffLine = { ...duty, when: { fuel: "Elektrik", euOrigin: true }, amount: null };
  const electric: TariffLine = { ...duty, when: { fuel: "Elektrik" }, amount: 1 };
  expect(tariffFaults(withLines(duty, dutyEu, electric, both))).toEqual({});
});

const limitUpTo = (most: number) => fc.option(fc.integer({ min: 0, max: most }), { freq: 3 });

test("the rows of a table are read from the top, and every car of a faultless one has an amount", () => {
  const cells = fc.array(
    fc.record({ maxAge: limitUpTo(12), maxCc: limitUpTo(4_000), amount: fc.integer({ min: 0, max: 900 }) }),
    { minLength: 1, maxLength: 5 },
  );
  let faultless = 0;
  fc.assert(
    fc.property(
      cells,
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 10_000 }),
      (rows, age, engineCc) => {
        const terms = withLines({ ...excise, table: rows });
        if (Object.keys(tariffFaults(terms)).length > 0) return;
        faultless++;
        const car = { price: 1, engineCc, year: 2026 - age, fuel: "Diesel", euOrigin: false } as const;
        const [line] = importCosts(terms, { ...car, importYear: 2026 }).lines;
        const first = rows.find(
          ({ maxAge, maxCc }) => (maxAge ?? 99) >= age && (maxCc ?? 99_999) >= engineCc,
        );
        expect(line?.amount).toBe((first?.amount ?? -1) * 100);
      },
    ),
    { numRuns: 2_000 },
  );
  expect(faultless).toBeGreaterThan(50);
});
