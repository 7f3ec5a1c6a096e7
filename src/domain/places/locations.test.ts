import { expect, test } from "vitest";
import { locations } from "./locations.ts";
import { municipalities } from "./municipalities.ts";

test("the locations list every municipality once, in alphabetical order", () => {
  const names = municipalities.map((place) => place.name);
  expect(locations).toEqual(names.toSorted((a, b) => a.localeCompare(b, "sq")));
  expect(new Set(locations).size).toBe(38);
});
