import type { BodyDesign } from "./bodies.ts";
import { clamp, lerp, smoothCurve, spline, steps, type Vec2, type Vec3 } from "./vectors.ts";

/**
 * The surfaces of a car body, worked out from its side elevation:
 * - the shell: everything below the belt line, all around, as stacked plan outlines;
 * - bonnet and boot lid, spanned over the shell's upper edge;
 * - the upper body: windscreen, roof and rear window in one sweep, and the sides with their windows.
 * Side and end details are drawn in elevation (x, z) or (y, z) and laid onto these surfaces.
 */
export interface Shape {
  design: BodyDesign;
  /** Height of the shell's upper edge: bonnet edge, belt line, boot edge. */
  readonly edge: (x: number) => number;
  readonly sill: (x: number) => number;
  /** A point of the side at elevation (x, z), below or above the belt line. `side` is 1 for near, -1 for far. */
  readonly side: (x: number, z: number, side?: number) => Vec3;
  /** A point of the front at `across` (-1 to 1 of the half width) and height z. */
  readonly front: (across: number, z: number) => Vec3;
  readonly rear: (across: number, z: number) => Vec3;
  /** A point of bonnet (`end` front) or boot lid, `across` -1 to 1. */
  readonly hood: (along: number, across: number) => Vec3;
  readonly deck: (along: number, across: number) => Vec3;
  /** Side outline of the upper body from the windscreen's foot over the roof to the rear window's foot. */
  cant: readonly Vec2[];
  /** Indices into `cant` of the windscreen's and the rear window's upper ends. */
  cantMarks: { roofStart: number; roofEnd: number };
  /** A point of the upper sweep, `at` an index into `cant`, `across` -1 to 1. */
  readonly top: (at: number, across: number) => Vec3;
  readonly cantHeight: (x: number) => number;
  shellRows: Vec3[][];
}

const spanPoints = 10;

/** How far the outline has opened, 0 to 1, `d` metres behind its tip. */
const narrowing = (d: number, reach: number, p: number, q: number): number => {
  if (d >= reach) return 1;
  const t = clamp(d / reach, 0, 1);
  return (1 - (1 - t) ** p) ** (1 / q);
};
/** The other way round: how far behind the tip a share of the half width is reached. */
const setBack = (across: number, reach: number, p: number, q: number): number =>
  reach * (1 - Math.max(0, 1 - Math.min(1, Math.abs(across)) ** q) ** (1 / p));

export function createShape(design: BodyDesign): Shape {
  const { length } = design;
  const half = design.width / 2;
  const edge = spline(design.edge);
  const sillLine = spline(design.sill);
  const noseX = spline(design.nose);
  const tailX = spline(design.tail);
  const section = spline(design.section);
  const frontTaper = design.frontTaper;
  const rearTaper = design.rearTaper;

  const level = (x: number, z: number): number => clamp((z - sillLine(x)) / (edge(x) - sillLine(x)), 0, 1);
  const shellWidth = (x: number, t: number): number => {
    const fromNose = narrowing(x - noseX(t), frontTaper.reach, frontTaper.p, frontTaper.q);
    const fromTail = narrowing(length - tailX(t) - x, rearTaper.reach, rearTaper.p, rearTaper.q);
    return half * section(t) * Math.min(fromNose, 1) * Math.min(fromTail, 1);
  };

  const beltY = (x: number): number => shellWidth(x, 1) - design.shoulder;
  const side = (x: number, z: number, sign = 1): Vec3 => {
    const top = edge(x);
    if (z <= top) return [x, sign * shellWidth(x, level(x, z)), z];
    const up = z - top;
    return [x, sign * (beltY(x) - up * design.tumble - up * up * design.tumbleCurve), z];
  };

  const end = (across: number, z: number, atRear: boolean): Vec3 => {
    const taper = atRear ? rearTaper : frontTaper;
    const back = setBack(across, taper.reach, taper.p, taper.q);
    let x = atRear ? length : 0;
    let t = 0.5;
    for (let i = 0; i < 3; i++) {
      t = level(x, z);
      x = atRear ? length - tailX(t) - back : noseX(t) + back;
    }
    return [x, across * half * section(t), z];
  };

  // Bonnet and boot lid: between the corner of the shell and the foot of the screens.
  const [a0, c0] = [design.cant.a0, design.cant.c0];
  const hoodCorner = end(design.hoodCorner, edge(0.3), false)[0];
  const deckCorner = end(design.deckCorner, edge(length - 0.2), true)[0];
  const lid = (along: number, across: number, atRear: boolean): Vec3 => {
    const taper = atRear ? rearTaper : frontTaper;
    const outer = atRear ? lerp(c0[0], deckCorner, along) : lerp(hoodCorner, a0[0], along);
    const tip = atRear ? length - tailX(1) : noseX(1);
    const foot = atRear ? c0[0] + design.rearFoot : a0[0] - design.frontFoot;
    const middle = atRear ? lerp(foot, tip, along) : lerp(tip, foot, along);
    const k = Math.abs(across);
    const reachAtCorner = setBack(
      atRear ? design.deckCorner : design.hoodCorner,
      taper.reach,
      taper.p,
      taper.q,
    );
    const bowEnd =
      setBack(k * (atRear ? design.deckCorner : design.hoodCorner), taper.reach, taper.p, taper.q) /
      reachAtCorner;
    const bow = lerp(bowEnd, k * k, atRear ? 1 - along : along);
    const x = lerp(middle, outer, bow);
    const width = shellWidth(lerp(middle, outer, 1), 1) * 0.992;
    const crownAt = atRear ? design.deckCrown * (1 - along) : design.hoodCrown * Math.sqrt(along);
    return [x, across * width, edge(x) + crownAt * (1 - k ** 2.6)];
  };

  const cantPoints: Vec2[] = [
    a0,
    bulged(a0, design.cant.a1, design.cant.aBulge),
    design.cant.a1,
    design.cant.peak,
    design.cant.c1,
    bulged(design.cant.c1, c0, design.cant.cBulge),
    c0,
  ];
  const cant = smoothCurve(cantPoints, spanPoints);
  const last = cant.length - 1;
  const marks = { roofStart: spanPoints * 2, roofEnd: spanPoints * 4 };
  const shift = spline([
    [0, design.frontFoot],
    [marks.roofStart, design.frontFoot * 0.42],
    [last / 2, 0],
    [marks.roofEnd, -design.rearFoot * 0.5],
    [last, -design.rearFoot],
  ]);
  const crown = spline([
    [0, 0.03],
    [marks.roofStart, design.roofCrown],
    [last / 2, design.roofCrown * 1.15],
    [marks.roofEnd, design.roofCrown],
    [last, 0.03],
  ]);
  const cantAt = (at: number): Vec2 => {
    const i = clamp(Math.floor(at), 0, last - 1);
    const [p, q] = [cant[i] ?? a0, cant[i + 1] ?? c0];
    return [lerp(p[0], q[0], at - i), lerp(p[1], q[1], at - i)];
  };
  const top = (at: number, across: number): Vec3 => {
    const [x, z] = cantAt(at);
    const k = Math.abs(across);
    const outer = side(x, Math.max(z, edge(x) + 0.001))[1];
    return [x - shift(at) * (1 - k * k), across * outer, z + crown(at) * (1 - k ** 2.4)];
  };
  const cantHeight = (x: number): number => {
    for (let i = 0; i < last; i++) {
      const [p, q] = [cant[i] ?? a0, cant[i + 1] ?? c0];
      if (x >= p[0] && x <= q[0]) return lerp(p[1], q[1], (x - p[0]) / Math.max(1e-6, q[0] - p[0]));
    }
    return x < a0[0] ? a0[1] : c0[1];
  };

  return {
    design,
    edge,
    sill: sillLine,
    side,
    front: (across, z) => end(across, z, false),
    rear: (across, z) => end(across, z, true),
    hood: (along, across) => lid(along, across, false),
    deck: (along, across) => lid(along, across, true),
    cant,
    cantMarks: marks,
    top,
    cantHeight,
    shellRows: shellRows(),
  };

  /** The shell as rows from the upper edge down, each a loop around the car. */
  function shellRows(): Vec3[][] {
    const corner = steps(0, 1, 14).map((v) => 1 - (1 - v) ** 2.2);
    const row = (t: number): Vec3[] => {
      const nearSide: Vec3[] = [];
      const fromNose = (across: number): Vec3 => {
        const x = noseX(t) + setBack(across, frontTaper.reach, frontTaper.p, frontTaper.q);
        return [x, across * half * section(t), lerp(sillLine(x), edge(x), t)];
      };
      const fromTail = (across: number): Vec3 => {
        const x = length - tailX(t) - setBack(across, rearTaper.reach, rearTaper.p, rearTaper.q);
        return [x, across * half * section(t), lerp(sillLine(x), edge(x), t)];
      };
      for (const across of corner) nearSide.push(fromNose(across));
      const from = noseX(t) + frontTaper.reach;
      const to = length - tailX(t) - rearTaper.reach;
      nearSide.push(
        ...steps(from, to, 15)
          .slice(1, -1)
          .map((x): Vec3 => [x, shellWidth(x, t), lerp(sillLine(x), edge(x), t)]),
      );
      nearSide.push(...corner.map(fromTail).toReversed());
      const farSide = nearSide
        .slice(1, -1)
        .map((p): Vec3 => [p[0], -p[1], p[2]])
        .toReversed();
      return nearSide.concat(farSide);
    };
    return steps(1, 0, 38).map(row);
  }
}

/** The middle of a pillar, pushed out by `by` metres so that it curves. */
function bulged(from: Vec2, to: Vec2, by: number): Vec2 {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dz);
  return [(from[0] + to[0]) / 2 - (dz / length) * by, (from[1] + to[1]) / 2 + (dx / length) * by];
}
