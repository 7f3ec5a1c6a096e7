import { hex, type Rgb } from "./colour.ts";

/** How a surface takes light. */
export interface Material {
  base: Rgb;
  /** Strength of the mirror image of sky and ground, 0 to 1. */
  gloss: number;
  /** How much a metallic paint brightens where it faces the light. */
  flake: number;
}

export const paintNames = [
  "white",
  "silver",
  "grey",
  "graphite",
  "black",
  "blue",
  "navy",
  "red",
  "green",
  "beige",
  "brown",
  "orange",
] as const;
export type PaintName = (typeof paintNames)[number];

export const paints: Record<PaintName, Material> = {
  white: { base: [1.06, 1.065, 1.06], gloss: 0.5, flake: 0.02 },
  silver: { base: hex("#bcc2c8"), gloss: 0.95, flake: 0.42 },
  grey: { base: hex("#7d858d"), gloss: 0.95, flake: 0.34 },
  graphite: { base: hex("#3f464f"), gloss: 1.0, flake: 0.2 },
  black: { base: hex("#0b0d11"), gloss: 1.45, flake: 0.05 },
  blue: { base: hex("#2558a8"), gloss: 0.8, flake: 0.2 },
  navy: { base: hex("#1b2d50"), gloss: 1.3, flake: 0.16 },
  red: { base: hex("#b3202a"), gloss: 0.75, flake: 0.14 },
  green: { base: hex("#2f5a48"), gloss: 0.8, flake: 0.18 },
  beige: { base: hex("#cbbd9f"), gloss: 0.6, flake: 0.18 },
  brown: { base: hex("#5d4435"), gloss: 0.75, flake: 0.2 },
  orange: { base: hex("#d0652a"), gloss: 0.7, flake: 0.14 },
};

export const glassMaterial: Material = { base: hex("#141b21"), gloss: 1.25, flake: 0 };
export const plasticMaterial: Material = { base: hex("#24282c"), gloss: 0.18, flake: 0 };
export const clothMaterial: Material = { base: hex("#1f2124"), gloss: 0.06, flake: 0 };
