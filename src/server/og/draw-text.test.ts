import { expect, test } from "vitest";
import { drawText, fittingSize, isDrawable, widthOf, wrapped } from "./draw-text.ts";

const drawn = (text: string) => drawText(text, { x: 0, y: 0, size: 40, weight: 700, fill: "#000" });

test("Albanian letters, and those of our neighbours, are drawn with their marks", () => {
  for (const [letter, plain] of [
    ["ë", "e"],
    ["Ë", "E"],
    ["ç", "c"],
    ["Ç", "C"],
    ["Š", "S"],
    ["č", "c"],
    ["ć", "c"],
    ["ž", "z"],
    ["đ", "d"],
  ] as const) {
    expect(drawn(letter)).not.toBe(drawn(plain));
    expect(drawn(letter)).toContain("<path");
  }
  expect(drawn("e\u0308"), "written in two characters").toBe(drawn("ë"));
});

test("every character that a price, a distance and a list of facts need is there", () => {
  for (const character of "0123456789.€km·- –…") expect(widthOf(character, 40, 500)).toBeGreaterThan(0);
});

test("what has no outline is left out, and nothing that was typed gets into the markup", () => {
  expect(isDrawable("😀")).toBe(false);
  expect(drawn("A😀B")).toBe(drawn("AB"));
  expect(drawn('<script>"&')).not.toMatch(/script|&|""/);
  expect(drawn("ễ"), "an accent that the table lacks").toBe(drawn("e"));
});

test("a long price shrinks to its room, a short one keeps its size", () => {
  expect(fittingSize("12.500 €", 40, 700, 1_000)).toBe(40);
  const size = fittingSize("5.000.000 €", 80, 700, 300);
  expect(size).toBeLessThan(80);
  expect(widthOf("5.000.000 €", size, 700)).toBeCloseTo(300);
});

test("a long name breaks between words, and ends in an ellipsis where it does not fit", () => {
  const lines = wrapped("Mercedes-Benz Sprinter 519 CDI Maxi e gjatë", 40, 700, 360, 2);
  expect(lines[0]).toBe("Mercedes-Benz");
  expect(lines[1]).toMatch(/^Sprinter .*…$/);
  for (const line of lines) expect(widthOf(line, 40, 700)).toBeLessThanOrEqual(360);
  expect(wrapped("Golf", 40, 700, 360, 2)).toEqual(["Golf"]);
  expect(wrapped("X".repeat(200), 40, 700, 360, 2)[0]).toMatch(/^X+…$/);
  expect(wrapped(" 😀 ", 40, 700, 360, 2)).toEqual([]);
});
