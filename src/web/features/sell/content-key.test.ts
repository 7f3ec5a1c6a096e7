import { expect, test } from "vitest";
import { contentKey } from "./content-key.ts";

const car = { brand: "Škoda", price: 8_500, images: ["/photos/a/960.jpg"] };

test("the same form has the same key, in whatever tab", () => {
  expect(contentKey({ ...car })).toBe(contentKey(structuredClone(car)));
});

test("a changed form has another key, so that it is never answered with the old one's car", () => {
  const changed = [
    { ...car, price: 8_501 },
    { ...car, images: ["/photos/b/960.jpg"] },
    { ...car, brand: "Skoda" },
  ];
  expect(new Set([car, ...changed].map(contentKey)).size).toBe(4);
});
