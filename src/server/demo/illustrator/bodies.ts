import type { Vec2 } from "./vectors.ts";

/** How the plan outline rounds off towards an end: over `reach` metres, blunter with a higher `q`. */
interface Taper {
  reach: number;
  p: number;
  q: number;
}

/** A line of the elevation, written as a drawer would note it: "x z, x z, …". */
export function line(points: string): readonly Vec2[] {
  return points.split(", ").map((point): Vec2 => {
    const [x = Number.NaN, z = Number.NaN] = point.split(" ").map(Number);
    return [x, z];
  });
}

/** The side elevation of a car and a few sections, in metres; x from the nose, z from the ground. */
export interface BodyDesign {
  length: number;
  width: number;
  frontAxle: number;
  rearAxle: number;
  wheelRadius: number;
  /** Upper edge of the shell: bonnet edge, belt line, boot edge. */
  edge: readonly Vec2[];
  sill: readonly Vec2[];
  /** From the sill (0) to the edge (1): how far behind the foremost point. */
  nose: readonly Vec2[];
  tail: readonly Vec2[];
  /** From the sill (0) to the edge (1): share of the full half width. */
  section: readonly Vec2[];
  frontTaper: Taper;
  rearTaper: Taper;
  hoodCorner: number;
  deckCorner: number;
  hoodCrown: number;
  deckCrown: number;
  /** Ledge between the shell and the side windows. */
  shoulder: number;
  tumble: number;
  tumbleCurve: number;
  roofCrown: number;
  /** How far the middle of the windscreen's (rear window's) foot lies before (behind) its ends. */
  frontFoot: number;
  rearFoot: number;
  cant: {
    a0: Vec2;
    aBulge: number;
    a1: Vec2;
    peak: Vec2;
    c1: Vec2;
    cBulge: number;
    c0: Vec2;
  };
  glass: {
    /** Where the side windows begin behind the windscreen pillar. */
    start: number;
    /** Rear end of the side windows, at their lower and upper edge. */
    endLow: number;
    endHigh: number;
    /** Pillars between the panes: position at the belt, lean per metre of height, width. */
    pillars: readonly { x: number; lean: number; width: number }[];
    /** Breadth of the roof frame above the windows. */
    frame: number;
  };
  /** Shut lines: the front edges of the doors and the rear end of the last one. */
  doors: readonly number[];
  grille: GrilleStyle;
  lamps: LampStyle;
  tailLamps: TailLampStyle;
  cladding: boolean;
  rails: boolean;
  roof: "metal" | "open" | "cloth";
  bed: boolean;
}

export type GrilleStyle = "hex" | "slim" | "slats" | "closed" | "wide";
export type LampStyle = "sharp" | "round" | "tall" | "blade";
export type TailLampStyle = "wide" | "bar" | "tall" | "block";
