import { path, px, type Canvas } from "./canvas.ts";
import type { Light } from "./shading.ts";
import { lerp, smoothCurve, steps, type Vec2 } from "./vectors.ts";

/** The space that drawings are made in. */
export const frame = { width: 1600, height: 1200 } as const;
export const wholeFrame = [0, 0, frame.width, frame.height] as const;
/** The pixels that they are rastered at: a third less work than at the frame's own size, and as crisp on a page. */
export const raster = { width: 1280, height: 960 } as const;

/** A place where a car stands: its picture behind the car, and the light that its paint mirrors. */
export interface Scene {
  light: Light;
  /** Colour and strength of the shade below the car. */
  draw(set: SceneSet): void;
}

export interface SceneSet {
  canvas: Canvas;
  /** The row of the horizon: what lies at eye height. */
  horizon: number;
  random: () => number;
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32's recurrence). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function rect(
  canvas: Canvas,
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  extra = "",
): void {
  canvas.add(
    `<rect x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}" fill="${fill}"${extra === "" ? "" : ` ${extra}`}/>`,
  );
}

export function polygon(canvas: Canvas, points: readonly Vec2[], fill: string, extra = ""): void {
  canvas.add(`<path d="${path(points)}" fill="${fill}"${extra === "" ? "" : ` ${extra}`}/>`);
}

export function sky(canvas: Canvas, horizon: number, stops: readonly (readonly [number, string])[]): void {
  rect(canvas, 0, 0, frame.width, horizon + 2, canvas.linear([0, 0], [0, horizon], stops));
}

/**
 * A ridge of hills across the picture, `height` pixels at its highest. Waves of halving length make it look
 * grown rather than drawn; `rough` says how strongly the short ones count.
 */
export function ridge(
  set: SceneSet,
  base: number,
  height: number,
  fill: string,
  options: { peaks: number; rough: number; floor?: number },
): void {
  const waves = [1, 2.1, 4.3, 8.7, 17.1].map((f, i) => ({
    length: options.peaks * f * 0.5,
    phase: set.random() * Math.PI * 2,
    strength: options.rough ** i,
  }));
  const most = waves.reduce((sum, w) => sum + w.strength, 0);
  const line = steps(-20, frame.width + 20, 84).map((x): Vec2 => {
    const t = (x / frame.width) * Math.PI * 2;
    // Folded sines have ridges above and soft valleys below.
    const h =
      waves.reduce((sum, w) => sum + w.strength * (1 - Math.abs(Math.sin((t * w.length) / 2 + w.phase))), 0) /
      most;
    return [x, base - height * (0.12 + 0.88 * h)];
  });
  const bottom = options.floor ?? base;
  polygon(set.canvas, [...line, [frame.width + 20, bottom], [-20, bottom]], fill);
}

/** Haze over what lies far behind the car, so that it steps back. */
export function haze(set: SceneSet, colour: string, strength: number): void {
  const { canvas, horizon } = set;
  const fill = canvas.linear(
    [0, horizon - 460],
    [0, horizon + 10],
    [
      [0, colour, strength * 0.35],
      [1, colour, strength],
    ],
  );
  rect(canvas, 0, 0, frame.width, horizon + 10, fill);
}

/** Soft light lines running to the vanishing point, so that the ground lies flat. */
export function groundLines(
  set: SceneSet,
  colour: string,
  opacity: number,
  rows: readonly number[],
  width = 2,
): void {
  for (const t of rows) {
    const y = lerp(set.horizon, frame.height, t);
    rect(set.canvas, 0, y, frame.width, width * (0.4 + t * 1.6), colour, `fill-opacity="${opacity}"`);
  }
}

/** Gentle darkening above and below; it holds the eye on the car. (A round one costs a seventh of a drawing.) */
export function vignette(canvas: Canvas): void {
  const top = canvas.linear(
    [0, 0],
    [0, 260],
    [
      [0, "#05070c", 0.2],
      [1, "#05070c", 0],
    ],
  );
  rect(canvas, 0, 0, frame.width, 260, top);
  const bottom = canvas.linear(
    [0, frame.height - 260],
    [0, frame.height],
    [
      [0, "#05070c", 0],
      [1, "#05070c", 0.24],
    ],
  );
  rect(canvas, 0, frame.height - 260, frame.width, 260, bottom);
}

/** A round-headed tree. */
export function tree(
  set: SceneSet,
  x: number,
  ground: number,
  size: number,
  dark: string,
  light: string,
): void {
  const { canvas, random } = set;
  rect(canvas, x - size * 0.035, ground - size * 0.5, size * 0.07, size * 0.5, "#4b4038");
  for (const [dx, dy, r] of [
    [0, -0.66, 0.3],
    [-0.2, -0.52, 0.22],
    [0.2, -0.54, 0.23],
    [0.02, -0.86, 0.2],
  ] as const) {
    canvas.add(
      `<circle cx="${px(x + dx * size)}" cy="${px(ground + dy * size)}" r="${px(r * size)}" fill="${dark}"/>`,
    );
  }
  for (let i = 0; i < 4; i++) {
    canvas.add(
      `<circle cx="${px(x - size * 0.1 + (random() - 0.5) * size * 0.26)}" cy="${px(ground - size * (0.62 + random() * 0.26))}" r="${px(size * (0.08 + random() * 0.08))}" fill="${light}" fill-opacity="0.5"/>`,
    );
  }
}

/** A slim poplar, as they stand along the roads of the Dukagjin plain. */
export function poplar(
  canvas: Canvas,
  x: number,
  ground: number,
  height: number,
  dark: string,
  light: string,
): void {
  const w = height * 0.11;
  const body = smoothCurve(
    [
      [x, ground],
      [x - w, ground - height * 0.3],
      [x - w * 0.7, ground - height * 0.7],
      [x, ground - height],
      [x + w * 0.7, ground - height * 0.7],
      [x + w, ground - height * 0.3],
    ],
    6,
    true,
  );
  polygon(
    canvas,
    body,
    canvas.linear(
      [x - w, 0],
      [x + w, 0],
      [
        [0, light],
        [0.55, dark],
        [1, dark],
      ],
    ),
  );
}
