import { expect, test } from "vitest";
import { carColors } from "#domain/cars/car-colors.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { describeCar } from "#domain/messages/car-description.ts";
import { locations } from "#domain/places/locations.ts";
import { decodeText } from "#domain/stock/decode-text.ts";
import { readNumber } from "#domain/stock/read-number.ts";
import { csvLine } from "#domain/format/csv.ts";
import { stockColumns } from "#domain/stock/stock-columns.ts";
import { readChoice } from "#domain/stock/stock-values.ts";
import { cleanLine, cleanText } from "#domain/text/clean.ts";
import * as fc from "#testing/properties.ts";
import { RowChecker } from "./check-rows.ts";
import { readStockFile } from "./read-stock-file.ts";
import { cellsOf, type StockCar } from "./stock-cars.ts";

const photoUrl = (id: string) => `https://vetura.test/photos/${id}/960.jpg`;

/** What spreadsheets, separators and quotes make of a text if they are let. */
const hostile = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom(
        "=",
        "+",
        "-",
        "@",
        "'",
        '"',
        ";",
        ",",
        "|",
        "\n",
        "\r",
        "\t",
        "1.234",
        "ë",
        "€",
        " ",
        "a",
      ),
    )
    .map((parts) => parts.join("")),
);
const line = (most: number) =>
  hostile.map((text) => cleanLine(text).slice(0, most).trim().toWellFormed()).filter((text) => text !== "");
const orNull = <Value>(values: readonly Value[]) => fc.constantFrom(null, ...values);

const account = {
  vin_masked: null,
  vin_hash: null,
  state: "active",
  archived_from: null,
  archived_by_import: false,
  seller_name: "Auto Arta",
  seller_phone: "+38344123456",
  version: 1,
} as const;

const cars: fc.Arbitrary<StockCar> = fc
  .record({
    id: fc.uuid(),
    number: fc.integer({ min: 1, max: 1e9 }),
    reference: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/)),
    brand: fc.constantFrom("Volkswagen", "BMW"),
    model: line(60),
    year: fc.integer({ min: 1950, max: 2100 }),
    type: fc.constantFrom(...carTypes),
    price: fc.integer({ min: 1_000, max: 5_000_000 }),
    mileage: fc.integer({ min: 0, max: 2_000_000 }),
    fuel: fc.constantFrom(...fuels),
    transmission: fc.constantFrom(...transmissions),
    origin: orNull(origins),
    condition: orNull(conditions),
    // Places and colours of years ago are on no list any more.
    location: fc.oneof(fc.constantFrom(...locations), line(40)),
    color: fc.oneof(orNull(carColors), line(40)),
    customs_paid: fc.constantFrom(true, false, null),
    registered_until: fc.constantFrom(null, "2027-05"),
    engine_size: fc.oneof(fc.constant(null), fc.integer({ min: 50, max: 20_000 })),
    power: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 2_000 })),
    negotiable: fc.constantFrom(true, false, null),
    doors: fc.constantFrom(null, "2/3", "4/5"),
    seats: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9 })),
    first_registration: fc.constant(null),
    equipment: fc.constant<StockCar["equipment"]>([]),
    text: fc.oneof(
      fc.constant(""),
      hostile.map((text) => cleanText(text).slice(0, 5_000).trim().toWellFormed()),
    ),
    photoIds: fc.array(fc.uuid(), { minLength: 1, maxLength: 10 }),
  })
  .map(({ text, ...car }) => {
    const facts = {
      ...car,
      customsPaid: car.customs_paid,
      registeredUntil: car.registered_until,
      engineSize: car.engine_size,
    };
    const description = text === "" ? describeCar(facts) : text;
    return Object.assign(car, { description, ...account });
  });

function checkerFor(stock: readonly StockCar[], rows: ConstructorParameters<typeof RowChecker>[1]) {
  return new RowChecker(
    {
      format: "vetura",
      headers: new Map(),
      cars: stock,
      removedReferences: new Set(),
      seller: { name: "Auto Arta", phone: "+38344123456", town: null },
      catalogue: new Map([["Volkswagen", ["Golf"]]]),
      aliases: new Map(),
      pictures: new Map(),
      photosByHash: new Map(),
      ownPhotoIds: new Set(),
      photoIdIn: (address) => /\/photos\/([0-9a-f-]{36})\//.exec(address)?.[1] ?? null,
      photoUrl,
      isZip: false,
      picturesOf: () => "",
      codes: new Map(),
      now: new Date("2026-11-23"),
    },
    rows,
  );
}

test("whatever a stock has, its export is read as the same stock", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(cars, {
        minLength: 1,
        maxLength: 5,
        selector: ({ reference, number }) => reference ?? `V-${number}`,
      }),
      async (stock) => {
        const csv = [
          csvLine(stockColumns),
          ...stock.map((car) => {
            const cells = cellsOf(car, photoUrl);
            return csvLine(stockColumns.map((column) => cells[column]));
          }),
        ].join("");
        const file = await readStockFile(Buffer.from(`\ufeff${csv}`), "auto");
        if (!file.ok) throw new Error(JSON.stringify(file.faults));
        const checker = checkerFor(stock, file.rows);
        for (const row of file.rows) {
          const { outcome, faults } = checker.check(row);
          expect([outcome, faults]).toEqual(["unchanged", []]);
        }
        expect(checker.listed.size).toBe(stock.length);
        // No cell is one that a spreadsheet computes.
        for (const row of file.rows)
          for (const cell of Object.values(row.cells)) expect(cell).not.toMatch(/^[=+\-@]/);
      },
    ),
    { numRuns: 300 },
  );
});

test("fuels are read in the forms that people write, whatever their case and accents", () => {
  const values = ["nafta", "Naftë", "DIZEL", "benzina", "hibride", "gaz"].map((word) =>
    readChoice("karburanti", word),
  );
  expect(values).toEqual(["Diesel", "Diesel", "Diesel", "Benzinë", "Hybrid", "GPL"]);
});

test("numbers are read as people write them, and none that has two readings", () => {
  const none = new Set<"." | ",">();
  const values: [string, number][] = [
    ["12500", 12_500],
    ["12.500", 12_500],
    ["12,500", 12_500],
    ["1.234.567", 1_234_567],
    ["12 500 €", 12_500],
    ["12.500,00 EUR", 12_500],
    ["12,500.00", 12_500],
    ["85'000 km", 85_000],
    ["110 kW", 110],
    ["110,5", 110.5],
  ];
  for (const [text, value] of values) expect([text, readNumber(text, none)]).toEqual([text, { value }]);
  for (const text of ["", "abc", "12..5", "1.23.456", "1.234,567,8", "12e3", "٣"])
    expect([text, readNumber(text, none)]).toEqual([text, { fault: "invalid" }]);
  expect(readNumber("85.000", new Set(["."]))).toEqual({ fault: "ambiguous" });
});

test("bytes are decoded by what they can be, and mixed ones are called mixed", () => {
  expect(decodeText(Buffer.from("Pejë €"))).toEqual({ encoding: "utf-8", text: "Pejë €" });
  expect(decodeText(Buffer.from([0x50, 0x65, 0x6a, 0xeb, 0xa4]))).toEqual({
    encoding: "iso-8859-15",
    text: "Pejë€",
  });
  expect(decodeText(Buffer.from([0x50, 0x65, 0x6a, 0xeb, 0x80]))).toEqual({
    encoding: "windows-1252",
    text: "Pejë€",
  });
  expect(decodeText(Buffer.concat([Buffer.from("ë"), Buffer.from([0xeb])]))?.encoding).toBe("mixed");
  expect(decodeText(Buffer.from("a\0b"))).toBeNull();
});
