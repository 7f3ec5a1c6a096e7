import * as fc from "#testing/properties.ts";
import { rgbaToThumbHash, thumbHashToRGBA } from "thumbhash";
import { describe, expect, test } from "vitest";
import { placeholderUrl, sampleColours } from "./thumbhash.ts";

/** An opaque picture of two soft gradients. */
function picture(width: number, height: number, from: number[], to: number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2;
      for (const channel of [0, 1, 2]) {
        rgba[(y * width + x) * 4 + channel] = (from[channel] ?? 0) * (1 - share) + (to[channel] ?? 0) * share;
      }
      rgba[(y * width + x) * 4 + 3] = 255;
    }
  }
  return rgba;
}

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));

describe("the placeholder of a photo", () => {
  test("the placeholder has the colours that the thumbhash package draws, for any shape", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 100 }),
        fc.integer({ min: 20, max: 100 }),
        colour,
        colour,
        (w, h, a, b) => {
          const hash = rgbaToThumbHash(w, h, picture(w, h, a, b));
          const reference = thumbHashToRGBA(hash);
          for (const [at, ours] of sampleColours(hash).entries()) {
            const x = Math.floor((((at % 6) + 0.5) / 6) * reference.w);
            const y = Math.floor(((Math.floor(at / 6) + 0.5) / 4) * reference.h);
            const pixel = (y * reference.w + x) * 4;
            expect(Math.abs(ours.r - (reference.rgba[pixel] ?? 0))).toBeLessThan(40);
            expect(Math.abs(ours.g - (reference.rgba[pixel + 1] ?? 0))).toBeLessThan(40);
            expect(Math.abs(ours.b - (reference.rgba[pixel + 2] ?? 0))).toBeLessThan(40);
          }
        },
      ),
    );
  });

  test("the placeholder is a bitmap in a short data URL", () => {
    const hash = rgbaToThumbHash(40, 30, picture(40, 30, [200, 30, 30], [10, 20, 90]));
    const url = placeholderUrl(btoa(String.fromCharCode(...hash)));
    expect(url).toMatch(/^data:image\/bmp;base64,Qk2G/);
    expect(url?.length).toBeLessThan(220);
  });

  test("placeholderUrl returns null for text that is no thumbhash", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), (text) => {
        expect(placeholderUrl(`%${text}`)).toBeNull();
      }),
    );
  });
});
