import { expect, test } from "vitest";
import * as fc from "#testing/properties.ts";
import { bandOf, priceBands } from "#domain/cars/price-bands.ts";
import { cutToNextBand } from "./price-advice.tsx";

const limits = fc
  .tuple(
    fc.integer({ min: 500, max: 50_000 }),
    fc.integer({ min: 51, max: 9_000 }),
    fc.integer({ min: 51, max: 9_000 }),
    fc.integer({ min: 51, max: 9_000 }),
  )
  .map(([p10, a, b, c]) => ({ p10, p30: p10 + a, p70: p10 + a + b, p90: p10 + a + b + c }));

test("the advised lower price lies in the named band, which is a lower one", () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1_000, max: 120_000 }), (borders, price) => {
      const next = cutToNextBand(price, borders);
      if (next === null) {
        expect(price).toBeLessThanOrEqual(borders.p30);
        return;
      }
      const reached = priceBands.indexOf(bandOf(price - next.less, borders));
      expect(reached).toBeLessThanOrEqual(priceBands.indexOf(next.band));
      expect(reached).toBeLessThan(priceBands.indexOf(bandOf(price, borders)));
    }),
  );
});
