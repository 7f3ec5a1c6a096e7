import { expect, test } from "vitest";
import { contentKey } from "./content-key.ts";

const car = { brand: "Škoda", price: 8_500, images: ["/photos/a/960.jpg"] };

test("the same sell form has the same key in every tab", () => {
  expect(contentKey({ ...car })).toBe(contentKey(structuredClone(car)));
});

test("a changed sell form has another idempotency key", () => {
  const changed = [
    { ...car, price: 8_501 },
    { ...car, images: ["/photos/b/960.jpg"] },
    { ...car, brand: "Skoda" },
  ];
  expect(new Set([car, ...changed].map(contentKey)).size).toBe(4);
});
