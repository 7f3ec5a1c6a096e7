import type { BodyDesign } from "./bodies.ts";
import { bigWagon, electricHatch, hatchback, supermini, wagon } from "./designs-hatch.ts";
import { arcSaloon, convertible, coupe, executive, fastback, sedan } from "./designs-low.ts";
import { bigSuv, crossover, pickup, suv, transporter, van } from "./designs-tall.ts";

/** Every body that can be drawn, by its name. */
export const bodyDesigns = {
  sedan,
  executive,
  arcSaloon,
  hatchback,
  supermini,
  electricHatch,
  suv,
  bigSuv,
  crossover,
  wagon,
  bigWagon,
  coupe,
  fastback,
  convertible,
  van,
  transporter,
  pickup,
} as const satisfies Record<string, BodyDesign>;
export type BodyName = keyof typeof bodyDesigns;
