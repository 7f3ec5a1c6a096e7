import { expect, test } from "vitest";
import { allowedWords, faultMessage } from "./stock-faults.ts";

test("a number out of range names its bounds as people write numbers", () => {
  const facts = { column: "cmimi", value: "500", allowed: allowedWords.between(1_000, 5_000_000) };
  expect(faultMessage("out_of_range", facts)).toBe(
    "«500» nuk pranohet. Shkruani një numër nga 1.000 deri në 5.000.000.",
  );
});
