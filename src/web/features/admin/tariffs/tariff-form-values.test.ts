import { expect, test } from "vitest";
import { otherTariff, shippedTariff } from "#testing/tariffs.ts";
import { termsOf, valuesOf } from "./tariff-form-values.ts";

test("a tariff goes through its form and back without a change", () => {
  for (const terms of [shippedTariff, otherTariff]) {
    const tariff = structuredClone({ ...terms, id: "t", status: "draft", version: 1 });
    expect(termsOf(valuesOf(tariff as Parameters<typeof valuesOf>[0]))).toEqual({ terms, wrong: null });
  }
});

test("figures that are none are named by field, and never become unknown ones", () => {
  const values = valuesOf(
    structuredClone({ ...otherTariff, id: "t", status: "draft", version: 1 }) as Parameters<
      typeof valuesOf
    >[0],
  );
  const [duty, , excise] = values.lines;
  if (duty === undefined || excise === undefined) throw new Error("The tariff has lost its lines.");
  duty.amount = "dhjetë";
  const [cell] = excise.table;
  if (cell !== undefined) cell.maxCc = "1,5";
  values.maxAgeYears = "";
  expect(termsOf(values).wrong).toEqual(["lines.0.amount", "lines.2.table.0.maxCc", "maxAgeYears"]);
});
