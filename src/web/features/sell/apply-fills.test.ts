import { expect, test } from "vitest";
import { applyFills } from "./apply-fills.ts";

const empty = { year: 2026, type: "", fuel: "", engineSize: null, power: null };
const began = { before: {}, beganWithYear: 2026 };

test("a chosen model fills what follows, and takes the form's own year out of another generation", () => {
  const fills = { type: "SUV", fuel: "Diesel", engineSize: 1968 } as const;
  expect(applyFills(empty, { ...fills, years: [2012, 2021] }, began).changes).toEqual({
    ...fills,
    year: null,
  });
  expect(applyFills(empty, { years: [2015, 2015] }, began).changes).toEqual({ year: 2015 });
  expect(applyFills(empty, {}, began).changes).toEqual({});
});

test("what the person entered stays when a model is chosen", () => {
  const entered = { year: 2009, type: "Wagon", fuel: "Benzinë", engineSize: 1390, power: 90 };
  const fills = { type: "SUV", fuel: "Diesel", engineSize: 1968, power: 110 } as const;
  expect(applyFills(entered, { ...fills, years: [2012, 2021] }, began).changes).toEqual({});
});

test("another model takes back what the last one filled in, and nothing else", () => {
  const first = applyFills(empty, { type: "SUV", fuel: "Elektrik" }, began);
  const values = { ...empty, type: "SUV", fuel: "Diesel" };
  const second = applyFills(values, {}, { before: first.filled, beganWithYear: 2026 });
  expect(second.changes).toEqual({ type: "" });
});
