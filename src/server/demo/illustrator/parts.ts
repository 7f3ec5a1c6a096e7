import { path, px, type Studio } from "./canvas.ts";
import { css } from "./colour.ts";
import type { Material } from "./paints.ts";
import { shade } from "./shading.ts";
import type { Shape } from "./shape.ts";
import { clamp, cross, dot, lerp, normalize, steps, subtract, type Vec2, type Vec3 } from "./vectors.ts";

/** A car about to be drawn: its surfaces, its paint, and where it is drawn. */
export interface Car {
  studio: Studio;
  shape: Shape;
  paint: Material;
  /** Degrees around the car, as the camera's. */
  yaw: number;
}

export type Lay = (p: Vec2) => Vec3;

/** Points put between the corners of a polygon, so that it bends with the surface below it. */
export function densify(points: readonly Vec2[], each = 8, closed = true): Vec2[] {
  const out: Vec2[] = [];
  const spans = closed ? points.length : points.length - 1;
  for (let i = 0; i < spans; i++) {
    const a = points[i] ?? [0, 0];
    const b = points[(i + 1) % points.length] ?? a;
    for (let j = 0; j < each; j++) out.push([lerp(a[0], b[0], j / each), lerp(a[1], b[1], j / each)]);
  }
  const last = points.at(-1);
  if (!closed && last !== undefined) out.push(last);
  return out;
}

export function project(car: Car, points: readonly Vec2[], lay: Lay): Vec2[] {
  return points.map((p) => car.studio.camera.project(lay(p)));
}

/** Fills a shape given in elevation and laid onto the car. Answers its outline in the picture. */
export function fillOn(car: Car, points: readonly Vec2[], lay: Lay, fill: string, extra = ""): string {
  const d = path(project(car, points, lay));
  car.studio.canvas.add(`<path d="${d}" fill="${fill}"${extra === "" ? "" : ` ${extra}`}/>`);
  return d;
}

export function strokeOn(
  car: Car,
  points: readonly Vec2[],
  lay: Lay,
  colour: string,
  width: number,
  opacity = 1,
  closed = false,
): void {
  const d = path(project(car, points, lay), closed);
  car.studio.canvas.add(
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${px(width)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
}

/** A gap between two panels: a dark line with a thin light on its lower edge. */
export function shutLine(car: Car, points: readonly Vec2[], lay: Lay, width = 2.4): void {
  const flat = project(car, points, lay);
  const { canvas } = car.studio;
  const lit = path(
    flat.map((p): Vec2 => [p[0] + 1.4, p[1] + 1.2]),
    false,
  );
  canvas.add(`<path d="${lit}" fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="1.5"/>`);
  canvas.add(
    `<path d="${path(flat, false)}" fill="none" stroke="#000" stroke-opacity="0.62" stroke-width="${width}" stroke-linejoin="round"/>`,
  );
}

export const sideOf =
  (car: Car, sign = 1): Lay =>
  (p) =>
    car.shape.side(p[0], p[1], sign);

/**
 * Lays elevation (across, z) onto the front or the rear; what would lie on the far side of
 * the silhouette is drawn in to it.
 */
export function endOf(car: Car, end: "front" | "rear"): Lay {
  const at = end === "front" ? car.shape.front : car.shape.rear;
  const { camera } = car.studio;
  const cache = new Map<number, readonly [number, number]>();
  const visible = (z: number): readonly [number, number] => {
    const key = Math.round(z * 50);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const facing = steps(-0.995, 0.995, 121).filter((a) => {
      const p = at(a, z);
      const da = subtract(at(a + 0.004, z), at(a - 0.004, z));
      const dz = subtract(at(a, z + 0.01), at(a, z - 0.01));
      let n = normalize(cross(da, dz));
      if (dot(n, [end === "front" ? -1 : 1, a, 0]) < 0) n = [-n[0], -n[1], -n[2]];
      return dot(n, camera.towardsEye(p)) > 0;
    });
    const range: readonly [number, number] = [facing[0] ?? 1, facing.at(-1) ?? 1];
    cache.set(key, range);
    return range;
  };
  return (p) => {
    const [low, high] = visible(p[1]);
    return at(clamp(p[0], low, high), p[1]);
  };
}

/** The paint's colour on a small facet that looks in direction `n` at `p`. */
export function paintAt(car: Car, p: Vec3, n: Vec3, material: Material = car.paint): string {
  return css(shade(material, car.studio.light, normalize(n), car.studio.camera.towardsEye(p)));
}

/** A gradient between two points of the car, for example from the top of a lamp to its bottom. */
export function gradientOn(
  car: Car,
  from: Vec3,
  to: Vec3,
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
): string {
  const { camera, canvas } = car.studio;
  return canvas.linear(camera.project(from), camera.project(to), stops);
}
