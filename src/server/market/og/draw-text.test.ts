import sharp from "sharp";
import { expect, test } from "vitest";
import { drawable, renderText, type TextBox } from "./draw-text.ts";

const box: TextBox = {
  text: "Golf",
  weight: "bold",
  size: 42,
  colour: "#12151b",
  left: 0,
  top: 0,
  width: 360,
  height: 96,
};

async function inkOf(changes: Partial<TextBox>): Promise<{ width: number; height: number; png: Buffer }> {
  const rendered = await renderText({ ...box, ...changes });
  const input = rendered?.layer.input;
  if (!Buffer.isBuffer(input)) throw new Error("Nothing was drawn.");
  const { width, height } = await sharp(input).metadata();
  return { width, height, png: input };
}

test("Albanian letters and those of the neighbouring languages are drawn with their accents", async () => {
  for (const [letter, plain] of [
    ["ë", "e"],
    ["Ë", "E"],
    ["ç", "c"],
    ["Ç", "C"],
    ["Š", "S"],
    ["ć", "c"],
    ["ž", "z"],
    ["đ", "d"],
  ] as const) {
    const accented = await inkOf({ text: letter });
    expect(accented.png.equals((await inkOf({ text: plain })).png), letter).toBe(false);
  }
  expect((await inkOf({ text: "e\u0308" })).png.equals((await inkOf({ text: "ë" })).png)).toBe(true);
});

test("emoji and other scripts, which would need a system font, are left out", async () => {
  expect(drawable("Golf 😀 GTI 中")).toBe("Golf GTI");
  expect(await renderText({ ...box, text: "😀" })).toBeNull();
});

test("markup in a text is drawn as text", async () => {
  const typed = await inkOf({ text: "<b>A</b>&amp;" });
  expect(typed.width).toBeGreaterThan((await inkOf({ text: "A&" })).width * 2);
});

test("a text that is too wide or too high for its box is drawn smaller, and a short one has its normal size", async () => {
  const price = await inkOf({ text: "5.000.000 €", size: 120, height: 120 });
  expect(price.width).toBeLessThanOrEqual(360);
  const name = await inkOf({
    text: "Mercedes-Benz Sprinter 519 CDI Maxi e gjatë, sterne ".repeat(2),
    wrap: true,
  });
  expect(name.width).toBeLessThanOrEqual(360);
  expect(name.height).toBeLessThanOrEqual(96);
  expect((await inkOf({ text: "Golf", height: 500 })).height).toBe((await inkOf({ text: "Golf" })).height);
});
