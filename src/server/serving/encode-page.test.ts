import * as fc from "fast-check";
import { expect, test } from "vitest";
import { encodePage } from "./encode-page.ts";

test("encodes every text as TextEncoder does, halves of characters included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", size: "large" }), (text) => {
      expect(encodePage(text)).toEqual(new TextEncoder().encode(text));
    }),
  );
  const broken = "10 € \ud83d në mes";
  expect(encodePage(broken)).toEqual(new TextEncoder().encode(broken));
});
