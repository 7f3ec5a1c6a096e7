import { describe, expect, test } from "vitest";
import { carBrands } from "#domain/cars/car-brands.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { betterChoices, brandChoices, modelChoices } from "./catalogue-choices.ts";

/** A server that fails the given number of times, and the timeouts of its calls. */
function server(failures: number, answer: string[]) {
  const patience: number[] = [];
  return {
    patience,
    load: async (timeoutMs: number) => {
      patience.push(timeoutMs);
      if (patience.length <= failures) throw new Error("no answer");
      return answer;
    },
  };
}

describe("brands and models for the form (specification.md#operation)", () => {
  test("the sell form uses the server's catalogue when the first request succeeds", async () => {
    const { load, patience } = server(0, ["Audi"]);
    expect(await brandChoices(load)).toEqual({ values: ["Audi"], fallback: false });
    expect(patience).toEqual([10_000]);
  });

  test("catalogue requests time out after 10 s and 8 s for brands, 8 s and 6 s for models", async () => {
    const brands = server(1, ["Audi"]);
    expect(await brandChoices(brands.load)).toEqual({ values: ["Audi"], fallback: false });
    expect(brands.patience).toEqual([10_000, 8_000]);
    const models = server(1, ["A4"]);
    expect(await modelChoices("Audi", models.load)).toEqual({ values: ["A4"], fallback: false });
    expect(models.patience).toEqual([8_000, 6_000]);
  });

  test("two failures or an empty catalogue lead to the built-in list with a message", async () => {
    const failed = server(2, []);
    expect(await brandChoices(failed.load)).toEqual({ values: carBrands, fallback: true });
    expect(failed.patience).toHaveLength(2);
    expect(await brandChoices(server(0, []).load)).toEqual({ values: carBrands, fallback: true });
    expect(await modelChoices("Audi", server(2, []).load)).toEqual({
      values: carCatalogue["Audi"],
      fallback: true,
    });
  });

  test("a brand outside the built-in list has no built-in models", async () => {
    expect(await modelChoices("Tatra", server(2, []).load)).toEqual({ values: [], fallback: true });
  });

  test("a loaded catalogue is not replaced by the built-in list", () => {
    const known = { values: ["Audi", "Zastava"], fallback: false };
    const builtIn = { values: ["Audi"], fallback: true };
    expect(betterChoices(known, builtIn)).toBe(known);
    expect(betterChoices(builtIn, known)).toBe(known);
    expect(betterChoices(undefined, builtIn)).toBe(builtIn);
  });
});
