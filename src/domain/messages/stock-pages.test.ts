import { expect, test } from "vitest";
import { stockPageMessages } from "./stock-pages.ts";

test("an import tells one new car, one changed car and one faulty row in the singular", () => {
  const { list, import: page } = stockPageMessages;
  expect(list.counts(1, 1, 1)).toBe("1 e re · 1 e ndryshuar · 1 rresht me gabime");
  expect(list.counts(1_200, 2, 0)).toBe("1.200 të reja · 2 të ndryshuara");
  expect(page.skippedText(1)).toBe("1 rresht me gabime u kapërcye.");
  expect(page.skippedText(12)).toBe("12 rreshta me gabime u kapërcyen.");
});
