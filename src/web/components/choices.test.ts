import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { matches } from "./combobox.tsx";
import { pagesAround } from "./pagination.tsx";

const options = ["Mercedes-Benz", "BMW", "Škoda", "Citroën", "Alfa Romeo", "Audi", "Rover"].map((label) => ({
  value: label,
  label,
}));
const found = (typed: string | null) => matches(options, typed).shown.map((option) => option.label);

describe("choosing by typing", () => {
  test("nothing typed offers everything, in order", () => {
    expect(found(null)).toEqual(options.map((option) => option.label));
    expect(found("  ")).toEqual(found(null));
  });

  test("accents and case do not matter", () => {
    expect(found("skoda")).toEqual(["Škoda"]);
    expect(found("CITROEN")).toEqual(["Citroën"]);
  });

  test("the beginning comes before the beginning of a word, and that before the middle", () => {
    expect(found("ro")).toEqual(["Rover", "Alfa Romeo", "Citroën"]);
    expect(found("benz")).toEqual(["Mercedes-Benz"]);
  });

  test("knows when the typed text is an option already", () => {
    expect(matches(options, " bmw ").exact).toBe(true);
    expect(matches(options, "bm").exact).toBe(false);
  });

  test("never offers more than a phone can show", () => {
    const many = Array.from({ length: 500 }, (_, number) => ({
      value: String(number),
      label: `Modeli ${number}`,
    }));
    expect(matches(many, "modeli")).toMatchObject({ total: 500 });
    expect(matches(many, "modeli").shown).toHaveLength(100);
  });
});

describe("page numbers", () => {
  test.each([
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])("page %d of %d", (page, pages, shown) => {
    expect(pagesAround(page, pages)).toEqual(shown);
  });

  test("at most five, all existing, the present one among them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pages, at) => {
        const page = 1 + (at % pages);
        const shown = pagesAround(page, pages);
        expect(shown).toHaveLength(Math.min(5, pages));
        expect(shown).toContain(page);
        expect(shown.every((number) => number >= 1 && number <= pages)).toBe(true);
      }),
    );
  });
});
