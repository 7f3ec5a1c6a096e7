import type { Camera } from "./camera.ts";
import { css, type Rgb } from "./colour.ts";
import type { Material } from "./paints.ts";
import { shade, type Light } from "./shading.ts";
import { clamp, cross, dot, lerp, normalize, subtract, type Vec2, type Vec3 } from "./vectors.ts";

/** What a drawing collects: definitions (gradients, clips) and marks, in order. */
export class Canvas {
  readonly #definitions: string[] = [];
  readonly #marks: string[] = [];
  #count = 0;

  add(mark: string): void {
    this.#marks.push(mark);
  }

  /** Adds a definition; `build` is given its id. */
  define(build: (id: string) => string): string {
    const id = `d${this.#count++}`;
    this.#definitions.push(build(id));
    return id;
  }

  linear(
    from: Vec2,
    to: Vec2,
    stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
  ): string {
    const id = this.define(
      (name) =>
        `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${px(from[0])}" y1="${px(from[1])}" x2="${px(to[0])}" y2="${px(to[1])}">${stopList(stops)}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  radial(
    centre: Vec2,
    radius: number,
    stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
    transform = "",
  ): string {
    const id = this.define(
      (name) =>
        `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="${px(centre[0])}" cy="${px(centre[1])}" r="${px(radius)}"${transform === "" ? "" : ` gradientTransform="${transform}"`}>${stopList(stops)}</radialGradient>`,
    );
    return `url(#${id})`;
  }

  clip(path: string): string {
    return this.define((name) => `<clipPath id="${name}"><path d="${path}"/></clipPath>`);
  }

  /** The drawing as text, to be rastered at this size; `section` (x, y, width, height) is the part that is shown. */
  svg(width: number, height: number, section: readonly [number, number, number, number]): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${section.join(" ")}"><defs>${this.#definitions.join("")}</defs>${this.#marks.join("")}</svg>`;
  }
}

/** A coordinate with a tenth of a pixel. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);

function stopList(stops: readonly (readonly [at: number, colour: string, opacity?: number])[]): string {
  return stops
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${Math.round(at * 1000) / 1000}" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`,
    )
    .join("");
}

export function path(points: readonly Vec2[], closed = true): string {
  return `${points.map((p, i) => `${i === 0 ? "M" : "L"}${px(p[0])} ${px(p[1])}`).join("")}${closed ? "Z" : ""}`;
}

export interface Studio {
  canvas: Canvas;
  camera: Camera;
  light: Light;
}

/** Where "inside the car" lies for a point: normals point away from there. */
export type Core = (p: Vec3) => Vec3;

/**
 * Paints a surface given as rows of points: each pair of neighbouring rows becomes one strip,
 * filled with a gradient of the colours that the paint shows along it. Parts that face away are left out.
 */
export function paintSurface(
  studio: Studio,
  rows: readonly (readonly Vec3[])[],
  material: Material | ((p: Vec3) => Material),
  core: Core,
  options: { loop?: boolean; overlap?: number; dim?: (p: Vec3) => number } = {},
): void {
  const { camera, light, canvas } = studio;
  const pick = typeof material === "function" ? material : (): Material => material;
  const screen = rows.map((row) => row.map((p) => camera.project(p)));
  for (let i = 0; i + 1 < rows.length; i++) {
    const [row, next] = [rows[i] ?? [], rows[i + 1] ?? []];
    const n = row.length;
    const samples: ({ colour: Rgb } | null)[] = row.map((p, j) => {
      const before = options.loop === true ? row[(j + n - 1) % n] : row[Math.max(0, j - 1)];
      const after = options.loop === true ? row[(j + 1) % n] : row[Math.min(n - 1, j + 1)];
      const below = next[j];
      if (before === undefined || after === undefined || below === undefined) return null;
      const up = rows[Math.max(0, i - 1)]?.[j] ?? p;
      const middle: Vec3 = [(p[0] + below[0]) / 2, (p[1] + below[1]) / 2, (p[2] + below[2]) / 2];
      let normal = normalize(cross(subtract(after, before), subtract(below, i === 0 ? p : up)));
      if (dot(normal, subtract(middle, core(middle))) < 0) normal = [-normal[0], -normal[1], -normal[2]];
      const v = camera.towardsEye(middle);
      if (dot(normal, v) <= -0.02) return null;
      const dim = options.dim?.(middle) ?? 1;
      const c = shade(pick(middle), light, normal, v);
      return { colour: [c[0] * dim, c[1] * dim, c[2] * dim] };
    });
    for (const run of visibleRuns(samples, options.loop === true)) {
      const upper = run.map((j): Vec2 => screen[i]?.[j] ?? [0, 0]);
      const lower = run.map((j): Vec2 => {
        const a: Vec2 = screen[i]?.[j] ?? [0, 0];
        const b: Vec2 = screen[i + 1]?.[j] ?? [0, 0];
        // A little over the next strip's edge, so that no hairline shows between them.
        const overlap = i + 2 < rows.length ? (options.overlap ?? 1) : 0;
        const d = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        return [b[0] + ((b[0] - a[0]) / d) * overlap, b[1] + ((b[1] - a[1]) / d) * overlap];
      });
      const fill = stripFill(
        studio,
        upper,
        lower,
        run.map((j) => samples[j]?.colour ?? [0, 0, 0]),
      );
      if (fill !== null) canvas.add(`<path d="${path([...upper, ...lower.toReversed()])}" fill="${fill}"/>`);
    }
  }
}

function stripFill(
  studio: Studio,
  upper: readonly Vec2[],
  lower: readonly Vec2[],
  colours: readonly Rgb[],
): string | null {
  const middles = upper.map((a, k): Vec2 => {
    const b = lower[k] ?? a;
    return [lerp(a[0], b[0], 0.5), lerp(a[1], b[1], 0.5)];
  });
  const [first, last] = [middles[0], middles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const chord: Vec2 = [last[0] - first[0], last[1] - first[1]];
  const axis = gradientAxis(chord, upper, lower);
  const reach = chord[0] * axis[0] + chord[1] * axis[1];
  if (reach < 0.7) return css(colours[0] ?? [0, 0, 0]);
  let reached = -1;
  const samples: Stop[] = [];
  middles.forEach((m, k) => {
    const t = clamp(((m[0] - first[0]) * axis[0] + (m[1] - first[1]) * axis[1]) / reach, 0, 1);
    if (t < reached + 0.004 && k !== middles.length - 1) return;
    reached = Math.max(t, reached);
    samples.push({ at: reached, colour: colours[k] ?? [0, 0, 0] });
  });
  const stops = neededStops(samples).map((s): readonly [number, string] => [s.at, css(s.colour)]);
  return studio.canvas.linear(first, [first[0] + axis[0] * reach, first[1] + axis[1] * reach], stops);
}

/**
 * The direction in which a strip's gradient runs: across the lines that join its two rows, so that neighbouring
 * strips meet in the same colour even where perspective slants them.
 */
function gradientAxis(chord: Vec2, upper: readonly Vec2[], lower: readonly Vec2[]): Vec2 {
  const length = Math.hypot(chord[0], chord[1]) || 1;
  const along: Vec2 = [chord[0] / length, chord[1] / length];
  let [cx, cy] = [0, 0];
  upper.forEach((a, k) => {
    const b = lower[k] ?? a;
    cx += b[0] - a[0];
    cy += b[1] - a[1];
  });
  const crossing = Math.hypot(cx, cy);
  if (crossing < 1e-6) return along;
  const axis: Vec2 = [-cy / crossing, cx / crossing];
  const agrees = axis[0] * along[0] + axis[1] * along[1];
  if (Math.abs(agrees) < 0.3) return along;
  return agrees < 0 ? [-axis[0], -axis[1]] : axis;
}

interface Stop {
  at: number;
  colour: Rgb;
}

/** Leaves out the stops that a straight blend of their neighbours gives anyway: the text gets a third as long. */
function neededStops(stops: readonly Stop[]): Stop[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined || stops.length < 3) return [...stops];
  let worst = 0;
  let worstAt = 0;
  stops.forEach((stop, i) => {
    const t = (stop.at - first.at) / Math.max(1e-6, last.at - first.at);
    for (const c of [0, 1, 2] as const) {
      const off = Math.abs(lerp(first.colour[c], last.colour[c], t) - stop.colour[c]);
      if (off > worst && i > 0 && i < stops.length - 1) {
        worst = off;
        worstAt = i;
      }
    }
  });
  if (worst < 0.008) return [first, last];
  return [...neededStops(stops.slice(0, worstAt + 1)), ...neededStops(stops.slice(worstAt)).slice(1)];
}

function visibleRuns(samples: readonly (object | null)[], loop: boolean): number[][] {
  const n = samples.length;
  const start = loop
    ? Math.max(
        0,
        samples.findIndex((s) => s === null),
      )
    : 0;
  const runs: number[][] = [];
  let run: number[] = [];
  for (let k = 0; k < n; k++) {
    const j = (start + k) % n;
    if (samples[j] === null) {
      if (run.length > 1) runs.push(run);
      run = [];
    } else run.push(j);
  }
  if (run.length > 1) runs.push(run);
  return runs;
}
