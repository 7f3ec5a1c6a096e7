import { expect, test } from "vitest";
import { largestTowns, locations } from "./locations.ts";
import { municipalities } from "./municipalities.ts";

test("the locations list every municipality once, in alphabetical order", () => {
  const names = municipalities.map((place) => place.name);
  expect(locations).toEqual(names.toSorted((a, b) => a.localeCompare(b, "sq")));
  expect(new Set(locations).size).toBe(38);
});

test("the largest towns are those with the most people, most first", () => {
  const byPeople = municipalities.toSorted((a, b) => b.population - a.population).map(({ name }) => name);
  expect(largestTowns).toEqual(byPeople.slice(0, largestTowns.length));
});
