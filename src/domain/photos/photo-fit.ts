/** How a photo fills a frame of 4:3: cropped, `whole` on its blurred background, or `small` and not enlarged. */
export type PhotoFit = "fills" | "whole" | "small";

// A longer or narrower photo would be cropped to a part without the car.
const maxFilledRatio = 3;
const minFilledRatio = 1 / 2;
/** In pixels; a narrower photo would be blurred across a card. */
const minFilledWidth = 160;

/** The fit of a photo of this size, in pixels. */
export function photoFit({ width, height }: { width: number; height: number }): PhotoFit {
  if (width < minFilledWidth) return "small";
  const ratio = width / height;
  return ratio > maxFilledRatio || ratio < minFilledRatio ? "whole" : "fills";
}
