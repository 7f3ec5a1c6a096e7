/** A point or direction in the car's own space: metres, x from the nose to the tail, y to its side, z up. */
export type Vec3 = readonly [x: number, y: number, z: number];
/** A point in the picture, pixels. */
export type Vec2 = readonly [x: number, y: number];

export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const normalize = (a: Vec3): Vec3 => {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length === 0 ? [0, 0, 1] : [a[0] / length, a[1] / length, a[2] / length];
};

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;
export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
};
/** `count` numbers from `from` to `to`, both included. */
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => lerp(from, to, i / (count - 1)));

const at = (list: readonly number[], i: number): number => list[i] ?? 0;

/**
 * A smooth function through the knots (natural cubic spline), straight beyond them.
 * The lines of a car body are such curves: no kinks, no wobble.
 */
export function spline(knots: readonly Vec2[]): (x: number) => number {
  const n = knots.length;
  const xs = knots.map((k) => k[0]);
  const ys = knots.map((k) => k[1]);
  const second = Array.from({ length: n }, () => 0);
  const work = Array.from({ length: n }, () => 0);
  for (let i = 1; i < n - 1; i++) {
    const sig = (at(xs, i) - at(xs, i - 1)) / (at(xs, i + 1) - at(xs, i - 1));
    const p = sig * at(second, i - 1) + 2;
    second[i] = (sig - 1) / p;
    const slope =
      (at(ys, i + 1) - at(ys, i)) / (at(xs, i + 1) - at(xs, i)) -
      (at(ys, i) - at(ys, i - 1)) / (at(xs, i) - at(xs, i - 1));
    work[i] = ((6 * slope) / (at(xs, i + 1) - at(xs, i - 1)) - sig * at(work, i - 1)) / p;
  }
  for (let i = n - 2; i >= 0; i--) second[i] = at(second, i) * at(second, i + 1) + at(work, i);
  const exact = (x: number): number => {
    let low = 0;
    let high = n - 1;
    while (high - low > 1) {
      const mid = (high + low) >> 1;
      if (at(xs, mid) > x) high = mid;
      else low = mid;
    }
    const h = at(xs, high) - at(xs, low);
    const a = (at(xs, high) - x) / h;
    const b = 1 - a;
    return (
      a * at(ys, low) +
      b * at(ys, high) +
      (((a ** 3 - a) * at(second, low) + (b ** 3 - b) * at(second, high)) * h * h) / 6
    );
  };
  // Asked for tens of thousands of times a drawing: read from a table fine enough to look the same.
  const [from, to] = [at(xs, 0), at(xs, n - 1)];
  const table = Float64Array.from({ length: tableSize + 1 }, (_, i) => exact(lerp(from, to, i / tableSize)));
  const slopeAt = (i: number): number => ((table[i + 1] ?? 0) - (table[i] ?? 0)) * (tableSize / (to - from));
  return (x) => {
    if (x <= from) return (table[0] ?? 0) + (x - from) * slopeAt(0);
    if (x >= to) return (table[tableSize] ?? 0) + (x - to) * slopeAt(tableSize - 1);
    const place = ((x - from) / (to - from)) * tableSize;
    const i = Math.min(tableSize - 1, Math.floor(place));
    return lerp(table[i] ?? 0, table[i + 1] ?? 0, place - i);
  };
}
const tableSize = 400;

/** Points of a smooth curve through `points` (centripetal Catmull-Rom), `each` of them a span. */
export function smoothCurve(points: readonly Vec2[], each: number, closed = false): Vec2[] {
  const n = points.length;
  const get = (i: number): Vec2 => {
    if (closed) return points[(i + n) % n] ?? [0, 0];
    if (i < 0) {
      const [a, b] = [points[0] ?? [0, 0], points[1] ?? [0, 0]];
      return [2 * a[0] - b[0], 2 * a[1] - b[1]];
    }
    if (i >= n) {
      const [a, b] = [points[n - 1] ?? [0, 0], points[n - 2] ?? [0, 0]];
      return [2 * a[0] - b[0], 2 * a[1] - b[1]];
    }
    return points[i] ?? [0, 0];
  };
  const out: Vec2[] = [];
  const spans = closed ? n : n - 1;
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const knot = (a: Vec2, b: Vec2): number =>
      Math.max(1e-6, Math.sqrt(Math.hypot(b[0] - a[0], b[1] - a[1])));
    const t1 = knot(p0, p1);
    const t2 = t1 + knot(p1, p2);
    const t3 = t2 + knot(p2, p3);
    for (let j = 0; j < each; j++) {
      const t = lerp(t1, t2, j / each);
      const mix = (a: Vec2, b: Vec2, ta: number, tb: number): Vec2 => {
        const f = (t - ta) / (tb - ta);
        return [lerp(a[0], b[0], f), lerp(a[1], b[1], f)];
      };
      const a1 = mix(p0, p1, 0, t1);
      const a2 = mix(p1, p2, t1, t2);
      const a3 = mix(p2, p3, t2, t3);
      out.push(mix(mix(a1, a2, 0, t2), mix(a2, a3, t1, t3), t1, t2));
    }
  }
  if (!closed) out.push(get(n - 1));
  return out;
}

/** A polygon with its corners rounded by `radius`, as points (so that it can be bent onto a surface). */
export function roundCorners(points: readonly Vec2[], radius: number | readonly number[], each = 6): Vec2[] {
  const n = points.length;
  return points.flatMap((corner, i): Vec2[] => {
    const before = points[(i + n - 1) % n] ?? corner;
    const after = points[(i + 1) % n] ?? corner;
    const wanted = typeof radius === "number" ? radius : (radius[i] ?? 0);
    const towards = (to: Vec2): Vec2 => {
      const d = Math.hypot(to[0] - corner[0], to[1] - corner[1]) || 1;
      const r = Math.min(wanted, d * 0.48);
      return [corner[0] + ((to[0] - corner[0]) * r) / d, corner[1] + ((to[1] - corner[1]) * r) / d];
    };
    const [a, b] = [towards(before), towards(after)];
    return steps(0, 1, each).map((t): Vec2 => {
      const u = 1 - t;
      return [
        u * u * a[0] + 2 * u * t * corner[0] + t * t * b[0],
        u * u * a[1] + 2 * u * t * corner[1] + t * t * b[1],
      ];
    });
  });
}
