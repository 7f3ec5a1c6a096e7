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
  test("an empty text offers all options in order", () => {
    expect(found(null)).toEqual(options.map((option) => option.label));
    expect(found("  ")).toEqual(found(null));
  });

  test("typed text matches options regardless of accents and case", () => {
    expect(found("skoda")).toEqual(["Škoda"]);
    expect(found("CITROEN")).toEqual(["Citroën"]);
  });

  test("matches at the start come before matches at a word's start and inside a word", () => {
    expect(found("ro")).toEqual(["Rover", "Alfa Romeo", "Citroën"]);
    expect(found("benz")).toEqual(["Mercedes-Benz"]);
  });

  test("the choices know when the typed text is an option already", () => {
    expect(matches(options, " bmw ").exact).toBe(true);
    expect(matches(options, "bm").exact).toBe(false);
  });

  test("the choices never exceed the number that a phone can show", () => {
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
  ])("the pager on page %d of %d shows the right page numbers", (page, pages, shown) => {
    expect(pagesAround(page, pages)).toEqual(shown);
  });

  test("the pager shows at most five existing pages with the current one among them", () => {
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
