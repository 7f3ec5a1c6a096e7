import { expect, test } from "vitest";
import { photoFit } from "./photo-fit.ts";

test("a card enlarges no photo below 160 pixels, and cuts none longer than 3:1 or narrower than 1:2", () => {
  expect(photoFit({ width: 40, height: 30 })).toBe("small");
  expect(photoFit({ width: 159, height: 120 })).toBe("small");
  expect(photoFit({ width: 1600, height: 100 })).toBe("whole");
  expect(photoFit({ width: 400, height: 801 })).toBe("whole");
  for (const size of [
    { width: 160, height: 120 },
    { width: 1500, height: 500 },
    { width: 400, height: 800 },
  ])
    expect(photoFit(size)).toBe("fills");
});
