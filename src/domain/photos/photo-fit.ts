/** How a photo stands in a frame of 4:3: filling it, `whole` on its blurred ground, or `small`, not enlarged either. */
export type PhotoFit = "fills" | "whole" | "small";

// Of a photo longer or narrower than these, the frame would show a piece without the car.
const maxFilledRatio = 3;
const minFilledRatio = 1 / 2;
/** In pixels; a narrower photo would be a blur across a card. */
const minFilledWidth = 160;

/** The fit of a photo of this size, in pixels. */
export function photoFit({ width, height }: { width: number; height: number }): PhotoFit {
  if (width < minFilledWidth) return "small";
  const ratio = width / height;
  return ratio > maxFilledRatio || ratio < minFilledRatio ? "whole" : "fills";
}
