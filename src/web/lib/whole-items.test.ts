import { expect, test } from "vitest";
import { wholeItems } from "./whole-items.ts";

test("a line of facts can break between two facts and nowhere else", () => {
  const line = wholeItems(["2012", "105.000 km", "Plug-in hibrid"]);
  expect(line.split(" ")).toHaveLength(3);
  expect(line).not.toMatch(/-(?!\u2060)/);
  expect(line.replaceAll("\u2060", "").replaceAll(/\s+/g, " ")).toBe("2012 105.000 km Plug-in hibrid");
});
