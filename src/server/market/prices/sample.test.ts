import { expect, test } from "vitest";
import { ListingSample } from "./sample.ts";

const listings = Array.from({ length: 60_000 }, (_, n) => ({ id: `car-${n}`, model: `model-${n % 97}` }));

function sampleOf(given: readonly { id: string; model: string }[]): string[] {
  const sample = new ListingSample<{ id: string; model: string }>();
  for (const listing of given) sample.add(listing.model, listing);
  return sample
    .listings()
    .map(({ id }) => id)
    .toSorted();
}

test("a sample is bounded, has every model, and is the same whatever the order of the listings", () => {
  const rare = { id: "rare", model: "Zastava" };
  const sample = sampleOf([...listings, rare]);
  expect(sample.length).toBeLessThanOrEqual(20_000);
  expect(sample.length).toBeGreaterThan(15_000);
  expect(sample).toContain("rare");
  expect(sampleOf([rare, ...listings.toReversed()])).toEqual(sample);
});
