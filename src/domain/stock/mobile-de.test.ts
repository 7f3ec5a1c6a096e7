import { expect, test } from "vitest";
import { fromMobile, picturesById } from "./mobile-de.ts";

test("a picture of a mobile.de file belongs to the longest id that its name begins with, in the order of its numbers", () => {
  const names = ["1_10.jpg", "foto/1_2.jpg", "10_1.jpg", "101.jpg", "logo.png", "1.jpg"];
  const picturesOf = picturesById(new Set(["1", "10", "", "2"]), names);
  expect(picturesOf("1")).toBe("foto/1_2.jpg|1_10.jpg|1.jpg");
  expect(picturesOf("10")).toBe("10_1.jpg|101.jpg");
  expect(picturesOf("2")).toBe("");
});

test("20,000 pictures are found for 5,000 cars of a mobile.de file in the time of one reading", () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => `AUTO-2026-${at}`);
  const names = ids.flatMap((id) => Array.from({ length: 4 }, (_, at) => `foto/${id}_${at}.jpg`));
  const start = performance.now();
  const picturesOf = picturesById(new Set(ids), names);
  expect(ids.every((id) => picturesOf(id).split("|").length === 4)).toBe(true);
  // Looking at all names for each car takes some seconds.
  expect(performance.now() - start).toBeLessThan(1_000);
});

test("doors, seats and first registration of a mobile.de file are read, and what a coach has is no statement", () => {
  const context = { codes: new Map(), town: null, picturesOf: () => "", damagedText: "" };
  const read = (cells: Record<string, string>) => {
    const { cells: ours, faults } = fromMobile(cells, context);
    return [ours["viti"], ours["regjistrimi_pare"], ours["dyert"], ours["ulese"], faults.length];
  };
  expect(read({ ez: "4.2018", tueren: "5", sitze: "7" })).toEqual(["2018", "2018-04", "5", "7", 0]);
  expect(read({ ez: "11/2020", tueren: "4/5", sitze: "5" })).toEqual(["2020", "2020-11", "4/5", "5", 0]);
  expect(read({ baujahr: "2016", tueren: "6/7", sitze: "50" })).toEqual([
    "2016",
    undefined,
    undefined,
    undefined,
    0,
  ]);
});
