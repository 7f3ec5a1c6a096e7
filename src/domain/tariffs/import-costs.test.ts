import { describe, expect, test } from "vitest";
import { type Fuel, fuels } from "#domain/cars/car-lists.ts";
import * as fc from "#testing/properties.ts";
import { otherTariff, shippedTariff } from "#testing/tariffs.ts";
import { type ImportedCar, importCosts, totalWithPlates } from "./import-costs.ts";
import { costKeys, type TariffTerms } from "./tariff.ts";
import { tariffFaults } from "#domain/messages/tariff-faults.ts";

// Worked out by hand from the tariffs' figures: value, then duty, excise, VAT and the fees, each in EUR.
type Case = [
  price: number,
  engineCc: number,
  year: number,
  fuel: Fuel,
  euOrigin: boolean,
  amounts: readonly number[],
  known: number,
  total: number,
];

/** In 2026: duty 10 % (EU 0), VAT 18 % of value + duty + excise, 40 + 10. */
const shippedCases: Case[] = [
  // 18 % of 11,200
  [10_000, 1_968, 2021, "Diesel", false, [1000, 200, 2016, 40, 10], 3266, 13_266],
  // 18 % of 10,200
  [10_000, 1_968, 2021, "Diesel", true, [0, 200, 1836, 40, 10], 2086, 12_086],
  // 18 % of 1
  [1, 0, 2026, "Elektrik", true, [0, 0, 0.18, 40, 10], 50.18, 51.18],
  // 18 % of 1.10 is 0.198
  [1, 1_000, 2026, "Benzinë", false, [0.1, 0, 0.2, 40, 10], 50.3, 51.3],
  // eight years: 18 % of 8,754.70 is 1,575.846
  [7_777, 1_598, 2018, "Benzinë", false, [777.7, 200, 1575.85, 40, 10], 2603.55, 10_380.55],
  // nine: 18 % of 8,854.70 is 1,593.846
  [7_777, 1_598, 2017, "Benzinë", false, [777.7, 300, 1593.85, 40, 10], 2721.55, 10_498.55],
  // ten: 18 % of 8,954.70 is 1,611.846
  [7_777, 1_598, 2016, "Benzinë", false, [777.7, 400, 1611.85, 40, 10], 2839.55, 10_616.55],
  // 2,000 cm³: 18 % of 16,700
  [15_000, 2_000, 2023, "Diesel", false, [1500, 200, 3006, 40, 10], 4756, 19_756],
  // 2,001 cm³: 18 % of 16,900
  [15_000, 2_001, 2023, "Diesel", false, [1500, 400, 3042, 40, 10], 4992, 19_992],
  // 3,000 cm³, nine years: 18 % of 17,100
  [15_000, 3_000, 2017, "Diesel", false, [1500, 600, 3078, 40, 10], 5228, 20_228],
  // 3,001 cm³, nine years: 18 % of 18,000
  [15_000, 3_001, 2017, "Diesel", false, [1500, 1500, 3240, 40, 10], 6290, 21_290],
  // new, 2,001 cm³: only smaller engines are free when new; 18 % of 44,400
  [40_000, 2_001, 2026, "Benzinë", false, [4000, 400, 7992, 40, 10], 12_442, 52_442],
  // ten years, 3,500 cm³: 18 % of 21,800
  [20_000, 3_500, 2016, "GPL", true, [0, 1800, 3924, 40, 10], 5774, 25_774],
  // of next year's: as new; 18 % of 33,000
  [30_000, 1_498, 2027, "Hybrid", false, [3000, 0, 5940, 40, 10], 8990, 38_990],
  // electric, ten years: 18 % of 27,500
  [25_000, 0, 2016, "Elektrik", false, [2500, 0, 4950, 40, 10], 7500, 32_500],
  // electric, whatever engine was typed
  [25_000, 3_500, 2016, "Elektrik", false, [2500, 0, 4950, 40, 10], 7500, 32_500],
  // the highest price: 18 % of 5,501,000
  [5_000_000, 3_001, 2018, "Benzinë", false, [500_000, 1000, 990_180, 40, 10], 1_491_230, 6_491_230],
  // 18 % of 3,866.30 is 695.934
  [3_333, 1_400, 2022, "Benzinë", false, [333.3, 200, 695.93, 40, 10], 1279.23, 4612.23],
  // 1,999 cm³, eight years: 18 % of 13,779.50
  [12_345, 1_999, 2018, "Diesel", false, [1234.5, 200, 2480.31, 40, 10], 3964.81, 16_309.81],
  // 2,999 cm³, exactly the greatest age: 18 % of 11,798.90 is 2,123.802
  [9_999, 2_999, 2016, "Benzinë", false, [999.9, 800, 2123.8, 40, 10], 3973.7, 13_972.7],
  // 3,001 cm³, nine years, from the EU: 18 % of 11,499
  [9_999, 3_001, 2017, "Diesel", true, [0, 1500, 2069.82, 40, 10], 3619.82, 13_618.82],
  // new, 4,395 cm³: 18 % of 71,675
  [64_250, 4_395, 2026, "Benzinë", false, [6425, 1000, 12_901.5, 40, 10], 20_376.5, 84_626.5],
  // electric, nine years: 18 % of 2,750
  [2_500, 0, 2017, "Elektrik", false, [250, 0, 495, 40, 10], 795, 3295],
  // the highest price, from the EU, new and small: 18 % of 5,000,000
  [5_000_000, 1_000, 2026, "Benzinë", true, [0, 0, 900_000, 40, 10], 900_050, 5_900_050],
  // the lowest price, the highest excise: 18 % of 1,801.10 is 324.198
  [1, 3_001, 2016, "Diesel", false, [0.1, 1800, 324.2, 40, 10], 2174.3, 2175.3],
  // one year is not new: 18 % of 16,699
  [16_499, 1_995, 2025, "Diesel", true, [0, 200, 3005.82, 40, 10], 3255.82, 19_754.82],
  // nine years, 998 cm³: 18 % of 4,920
  [4_200, 998, 2017, "GPL", false, [420, 300, 885.6, 40, 10], 1655.6, 5855.6],
  // nine years, 2,001 cm³, a hybrid is as any other: 18 % of 31,345
  [27_950, 2_001, 2017, "Hybrid", false, [2795, 600, 5642.1, 40, 10], 9087.1, 37_037.1],
];

/** In 2027: duty 7.5 % (EU 2.5), VAT 16.5 %, road fee 0.25 % of the value, 10.10 (diesel 35.35), 25. */
const otherCases: Case[] = [
  // 7.5 cents are 8; 16.5 % of 101.07 is 16.67655; a quarter of a cent is none
  [1, 1_200, 2027, "Benzinë", false, [0.08, 99.99, 16.68, 0, 10.1, 25], 151.85, 152.85],
  // 16.5 % of 11,125.25 is 1,835.66625
  [10_000, 1_968, 2021, "Diesel", false, [750, 375.25, 1835.67, 25, 35.35, 25], 3046.27, 13_046.27],
  // 16.5 % of 10,625.25 is 1,753.16625
  [10_000, 1_968, 2021, "Diesel", true, [250, 375.25, 1753.17, 25, 35.35, 25], 2463.77, 12_463.77],
  // 16.5 % of 10,810.05 is 1,783.65825
  [10_000, 1_968, 2021, "Hybrid", false, [750, 60.05, 1783.66, 25, 10.1, 25], 2653.81, 12_653.81],
  // 16.5 % of 32,250
  [30_000, 0, 2024, "Elektrik", false, [2250, 0, 5321.25, 75, 10.1, 25], 7681.35, 37_681.35],
  // five years, 1,600 cm³: 16.5 % of 8,699.99 is 1,435.49835
  [8_000, 1_600, 2022, "Benzinë", false, [600, 99.99, 1435.5, 20, 10.1, 25], 2190.59, 10_190.59],
  // six years, 1,601 cm³: 16.5 % of 8,975.25 is 1,480.91625
  [8_000, 1_601, 2021, "Benzinë", false, [600, 375.25, 1480.92, 20, 10.1, 25], 2511.27, 10_511.27],
  // fifteen years: 16.5 % of 1,414.80 is 233.442; 0.25 % of 1,234 is 3.085
  [1_234, 1_600, 2012, "GPL", true, [30.85, 149.95, 233.44, 3.09, 10.1, 25], 452.43, 1_686.43],
  // 16.5 % of 307.04 is 50.6616; 0.25 % of 202 is 0.505
  [202, 1_000, 2027, "Benzinë", true, [5.05, 99.99, 50.66, 0.51, 10.1, 25], 191.31, 393.31],
  // 16.5 % of 41 is 6.765
  [40, 0, 2026, "Elektrik", true, [1, 0, 6.77, 0.1, 10.1, 25], 42.97, 82.97],
  // 16.5 % of 5,375,250.50 is 886,916.3325
  [
    5_000_000,
    10_000,
    2027,
    "Benzinë",
    false,
    [375_000, 250.5, 886_916.33, 12_500, 10.1, 25],
    1_274_701.93,
    6_274_701.93,
  ],
  // six years, 1,600 cm³: 16.5 % of 2,299.95 is 379.49175
  [2_000, 1_600, 2021, "Benzinë", false, [150, 149.95, 379.49, 5, 10.1, 25], 719.54, 2719.54],
  // five years, 1,601 cm³: 16.5 % of 2,400.50 is 396.0825
  [2_000, 1_601, 2022, "Benzinë", false, [150, 250.5, 396.08, 5, 10.1, 25], 836.68, 2836.68],
  // exactly the greatest age: 16.5 % of 20,789.50 is 3,430.2675; 0.25 % of 18,990 is 47.475
  [18_990, 2_993, 2012, "Diesel", false, [1424.25, 375.25, 3430.27, 47.48, 35.35, 25], 5337.6, 24_327.6],
  // the same from the EU: 16.5 % of 19,840
  [18_990, 2_993, 2012, "Diesel", true, [474.75, 375.25, 3273.6, 47.48, 35.35, 25], 4231.43, 23_221.43],
  // 16.5 % of 215 is 35.475, half a cent
  [200, 0, 2027, "Elektrik", false, [15, 0, 35.48, 0.5, 10.1, 25], 86.08, 286.08],
  // 7.5 % of 3 is 0.225, half a cent; 16.5 % of 103.22 is 17.0313; 0.25 % of 3 is 0.0075
  [3, 1_000, 2027, "Benzinë", false, [0.23, 99.99, 17.03, 0.01, 10.1, 25], 152.36, 155.36],
  // 2.5 % of 1 is 0.025, half a cent; 16.5 % of 1.03 is 0.16995
  [1, 0, 2027, "Elektrik", true, [0.03, 0, 0.17, 0, 10.1, 25], 35.3, 36.3],
  // newer than the year, 1,600 cm³: 16.5 % of 48,972.55 is 8,080.47075
  [45_500, 1_600, 2028, "Hybrid", false, [3412.5, 60.05, 8080.47, 113.75, 10.1, 25], 11_701.87, 57_201.87],
  // the highest price and the greatest age, from the EU: 16.5 % of 5,125,375.25 is 845,686.91625
  [
    5_000_000,
    3_001,
    2012,
    "Diesel",
    true,
    [125_000, 375.25, 845_686.92, 12_500, 35.35, 25],
    983_622.52,
    5_983_622.52,
  ],
  // 16.5 % of 7,836.20 is 1,292.973; 0.25 % of 7,150 is 17.875
  [7_150, 1_461, 2021, "Diesel", false, [536.25, 149.95, 1292.97, 17.88, 35.35, 25], 2057.4, 9207.4],
  // eight years: 16.5 % of 13,972.90 is 2,305.5285; 0.25 % of 13,266 is 33.165
  [13_266, 2_000, 2019, "GPL", true, [331.65, 375.25, 2305.53, 33.17, 10.1, 25], 3080.7, 16_346.7],
];

const inCents = (amounts: readonly number[]) => amounts.map((euro) => Math.round(euro * 100));

function check(
  tariff: TariffTerms,
  importYear: number,
  [price, engineCc, year, fuel, euOrigin, ...sums]: Case,
) {
  const [amounts, known, total] = sums;
  const costs = importCosts(tariff, { price, engineCc, year, fuel, euOrigin, importYear });
  const given = costs.lines.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  expect(given).toEqual(inCents(amounts));
  expect([costs.known, costs.total]).toEqual(inCents([known, total]));
  expect(costs.barred).toBeNull();
  expect(costs.lines.map(({ key }) => key)).toEqual(costKeys);
  return costs;
}

describe("the tariff that comes with the product", () => {
  test.each(shippedCases)(
    "a car for %i € with %i cm³ of %i, %s, EU origin %s, costs %j, together %d €, with the price %d €",
    (...one) => {
      expect(check(shippedTariff, 2026, one).unknown).toEqual(["Regjistrimi", "Targat", "Kontrolli teknik"]);
    },
  );

  test("a car of eleven years is barred and has no amounts", () => {
    const car = { price: 7_777, engineCc: 1_598, year: 2015, fuel: "Benzinë", euOrigin: false } as const;
    expect(importCosts(shippedTariff, { ...car, importYear: 2026 })).toEqual({
      barred: "too_old",
      lines: [],
      known: null,
      total: null,
      unknown: [],
    });
  });

  test("the bases of duty and VAT are told in cents, those of fixed amounts and tables are none", () => {
    const car = { price: 10_000, engineCc: 1_968, year: 2021, fuel: "Diesel", euOrigin: false } as const;
    expect(importCosts(shippedTariff, { ...car, importYear: 2026 }).lines.map(({ base }) => base)).toEqual([
      1_000_000,
      null,
      1_120_000,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("another tariff, with cents, exceptions and an amount that depends on an unknown one", () => {
  test.each(otherCases)(
    "a car for %i € with %i cm³ of %i, %s, EU origin %s, costs %j, together %d €, with the price %d €",
    (...one) => {
      expect(check(otherTariff, 2027, one).unknown).toEqual(["Targat", "Kontrolli teknik"]);
    },
  );

  test("a car of sixteen years is barred, one of fifteen is not", () => {
    const car = { price: 1_234, engineCc: 1_600, fuel: "GPL", euOrigin: true, importYear: 2027 } as const;
    const barred = [2011, 2012].map((year) => importCosts(otherTariff, { ...car, year }).barred);
    expect(barred).toEqual(["too_old", null]);
  });
});

const cars: fc.Arbitrary<ImportedCar> = fc.record({
  price: fc.integer({ min: 1, max: 5_000_000 }),
  engineCc: fc.integer({ min: 0, max: 10_000 }),
  year: fc.integer({ min: 2012, max: 2028 }),
  fuel: fc.constantFrom(...fuels),
  euOrigin: fc.boolean(),
  importYear: fc.constantFrom(2026, 2027),
});
const tariffs = fc.constantFrom(shippedTariff, otherTariff);

describe("for any car", () => {
  test("the known costs are the sum of the known lines, and the total adds the price", () => {
    fc.assert(
      fc.property(tariffs, cars, (tariff, car) => {
        const { barred, lines, known, total, unknown } = importCosts(tariff, car);
        if (barred !== null) return;
        expect(known).toBe(lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
        expect(total).toBe(car.price * 100 + (known ?? 0));
        expect(unknown).toEqual(lines.filter(({ amount }) => amount === null).map(({ label }) => label));
      }),
    );
  });

  test("every percentage is rounded half up to the cent, held against whole numbers of any size", () => {
    fc.assert(
      fc.property(cars, fc.integer({ min: 0, max: 10_000 }), (car, percent) => {
        const lines = otherTariff.lines.map((line) =>
          line.key === "vat" ? { ...line, amount: percent / 100 } : line,
        );
        const vat = importCosts({ ...otherTariff, lines }, car).lines.find(({ key }) => key === "vat");
        if (vat === undefined) return;
        const exact = (BigInt(vat.base ?? 0) * BigInt(percent) * 2n + 10_000n) / 20_000n;
        expect(BigInt(vat.amount ?? -1)).toBe(exact);
      }),
    );
  });

  test("an amount that becomes unknown takes those that depend on it along, and no other changes", () => {
    const dependents = {
      duty: ["duty", "vat"],
      excise: ["excise", "vat"],
      vat: ["vat"],
      eco_fee: ["eco_fee"],
    };
    fc.assert(
      fc.property(cars, fc.constantFrom(...(["duty", "excise", "vat", "eco_fee"] as const)), (car, key) => {
        const lines = shippedTariff.lines.map((line) =>
          line.key === key ? { ...line, kind: "fixed" as const, table: undefined, amount: null } : line,
        );
        const before = importCosts(shippedTariff, car).lines;
        const after = importCosts({ ...shippedTariff, lines }, car).lines;
        expect(after.map(({ amount }) => amount)).toEqual(
          before.map((line) => (dependents[key].includes(line.key) ? null : line.amount)),
        );
      }),
    );
  });

  test("a dearer car never costs less on the way to plates", () => {
    fc.assert(
      fc.property(tariffs, cars, fc.integer({ min: 1, max: 5_000 }), (tariff, car, more) => {
        const cheaper = importCosts(tariff, car).known ?? 0;
        expect(importCosts(tariff, { ...car, price: car.price + more }).known ?? 0).toBeGreaterThanOrEqual(
          cheaper,
        );
      }),
    );
  });
});

describe("a listed car's total", () => {
  const car = { price: 10_000, year: 2021, fuel: "Diesel", engineSize: 1_968, customsPaid: false };

  test("a listed car's total is the price alone where customs are paid or nothing is said, else rounded up to the euro", () => {
    expect(totalWithPlates(shippedTariff, { ...car, customsPaid: true }, 2026)).toBe(10_000);
    expect(totalWithPlates(shippedTariff, { ...car, customsPaid: null }, 2026)).toBe(10_000);
    expect(totalWithPlates(shippedTariff, car, 2026)).toBe(13_266);
    // 13,046.27
    expect(totalWithPlates(otherTariff, car, 2027)).toBe(13_047);
  });

  test("a listed car's total is null without a tariff, an engine or where the car is barred, and an electric one needs no engine", () => {
    expect(totalWithPlates(null, car, 2026)).toBeNull();
    expect(totalWithPlates(shippedTariff, { ...car, engineSize: null }, 2026)).toBeNull();
    expect(totalWithPlates(shippedTariff, { ...car, engineSize: 10_001 }, 2026)).toBeNull();
    expect(totalWithPlates(shippedTariff, { ...car, year: 2015 }, 2026)).toBeNull();
    // 25,000 + 7,500
    const electric = { ...car, price: 25_000, year: 2016, fuel: "Elektrik", engineSize: null };
    expect(totalWithPlates(shippedTariff, electric, 2026)).toBe(32_500);
  });
});

test("both tariffs of these tests have no faults", () => {
  expect([tariffFaults(shippedTariff), tariffFaults(otherTariff)]).toEqual([{}, {}]);
});
