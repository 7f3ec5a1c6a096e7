import * as fc from "fast-check";
import { expect, test } from "vitest";
import { encodePage } from "./encode-page.ts";

test("encodes every text as TextEncoder does, halves of characters included", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", size: "large" })), (parts) => {
      const text = parts.map((part) => part.toWellFormed()).join("");
      expect(encodePage(parts)).toEqual(new TextEncoder().encode(text));
    }),
  );
  const broken = "10 € \ud83d në mes";
  expect(encodePage([broken])).toEqual(new TextEncoder().encode(broken));
});

test("what was encoded stays as it is when others are", () => {
  const first = encodePage(["10 €"]);
  encodePage(["another page, and a longer one: ", "20 €".repeat(100)]);
  expect(new TextDecoder().decode(first)).toBe("10 €");
});
