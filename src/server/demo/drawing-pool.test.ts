import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawingPool } from "./drawing-pool.ts";
import { bodyDesigns, type BodyName } from "./illustrator/body-designs.ts";
import { drawCar, type CarDrawing } from "./illustrator/draw-car.ts";
import { paintNames } from "./illustrator/paints.ts";
import { createShape } from "./illustrator/shape.ts";
import { renderDrawing } from "./seed-demo.ts";

const pool = drawingPool();

/** The mean red, green and blue of a patch of the front door, below the handle. */
async function doorColour(svg: string): Promise<number[]> {
  const door = await sharp(Buffer.from(svg))
    .extract({ left: 790, top: 606, width: 40, height: 20 })
    .removeAlpha()
    .png()
    .toBuffer();
  const { channels } = await sharp(door).stats();
  return channels.map((channel) => channel.mean);
}

describe("the pool of drawings", () => {
  test("holds 100 to 150, each under a name of its own", () => {
    expect(pool.length).toBeGreaterThanOrEqual(100);
    expect(pool.length).toBeLessThanOrEqual(150);
    expect(new Set(pool.map((drawing) => drawing.key)).size).toBe(pool.length);
  });

  test("is plain shapes: no lettering, nothing from elsewhere, no number that is none", () => {
    const drawn = pool.map((drawing) => drawing.draw());
    for (const svg of drawn) {
      expect(svg).not.toMatch(
        /<(?:text|image|use|script|style|foreignObject)\b|href|data:|NaN|Infinity|undefined/,
      );
      const referred = new Set([...svg.matchAll(/url\(#(\w+)\)/g)].map((match) => match[1]));
      const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map((match) => match[1]));
      expect([...referred].filter((id) => !defined.has(id ?? ""))).toEqual([]);
    }
    expect(new Set(drawn).size).toBe(pool.length);
  }, 60_000);

  test("is drawn the same every time", () => {
    const again = drawingPool();
    for (const i of [0, 40, 80, pool.length - 1]) expect(again[i]?.draw()).toBe(pool[i]?.draw());
  });

  test("becomes JPEG files of 4:3", async () => {
    const [first] = pool;
    if (first === undefined) throw new Error("the pool is empty");
    const picture = await sharp(await renderDrawing(first)).metadata();
    expect(picture).toMatchObject({ format: "jpeg", width: 1280, height: 960, hasAlpha: false });
  });
});

describe("a drawn car", () => {
  const plain: CarDrawing = {
    body: "sedan",
    view: "side",
    paint: "red",
    wheels: "ten",
    finish: "silver",
    scene: "studio",
    mirrored: false,
    seed: 1,
  };

  test("wears the paint that was asked for", async () => {
    const [red = 0, , blueOfRed = 0] = await doorColour(drawCar(plain));
    expect(red).toBeGreaterThan(blueOfRed * 1.8);
    const [redOfBlue = 0, , blue = 0] = await doorColour(drawCar({ ...plain, paint: "blue" }));
    expect(blue).toBeGreaterThan(redOfBlue * 1.5);
    const white = await doorColour(drawCar({ ...plain, paint: "white" }));
    const black = await doorColour(drawCar({ ...plain, paint: "black" }));
    expect(Math.min(...white)).toBeGreaterThan(Math.max(...black) + 90);
  });

  test("can be drawn in every paint and from every side", () => {
    for (const paint of paintNames) expect(drawCar({ ...plain, paint })).not.toContain("NaN");
    for (const view of ["front", "side", "rear", "nose", "wheel"] as const)
      expect(drawCar({ ...plain, view, body: "pickup", mirrored: true })).not.toContain("NaN");
  });

  test.each(Object.keys(bodyDesigns) as BodyName[])("%s has believable proportions", (name) => {
    const design = bodyDesigns[name];
    const shape = createShape(design);
    const height = Math.max(...shape.cant.map((_, i) => shape.top(i, 0)[2]));
    const wheelbase = design.rearAxle - design.frontAxle;
    expect(wheelbase / design.length).toBeGreaterThan(0.55);
    expect(wheelbase / design.length).toBeLessThan(0.7);
    expect(design.frontAxle).toBeLessThan(design.length - design.rearAxle + 0.12);
    expect((design.wheelRadius * 2) / height).toBeGreaterThan(0.32);
    expect((design.wheelRadius * 2) / height).toBeLessThan(0.56);
    // The roof is narrower than the shoulders, and nothing is wider than the car (a spline may swell by millimetres).
    const widest = Math.max(...shape.shellRows.flat().map((p) => p[1]));
    expect(widest).toBeLessThanOrEqual(design.width / 2 + 0.005);
    expect(Math.abs(shape.top(30, 1)[1])).toBeLessThan(widest);
  });
});
