import { describe, expect, test } from "vitest";
import { plainWords, searchWords } from "./search-words.ts";

describe("the search text of an admin list", () => {
  test.each([
    ["  Arben   KRASNIQI ", ["arben", "krasniqi"]],
    ["Çlirim Ëngjëll", ["clirim", "engjell"]],
    ["#10023", ["10023"]],
    ["golf golf", ["golf"]],
    ["044 123 456", ["44123456"]],
    ["+383 44/123-456", ["38344123456"]],
    ["00383 44 123 456", ["38344123456"]],
    ["golf 2016", ["golf", "2016"]],
    ["2016", ["2016"]],
    ["", []],
  ])("the admin's search %j is read as the words %j", (typed, words) => {
    expect(searchWords(typed)).toEqual(words);
  });

  test("an admin's search uses at most ten words", () => {
    expect(searchWords(Array.from({ length: 90 }, (_, n) => `w${n}`).join(" "))).toHaveLength(10);
  });

  test("a document's number stays as it is typed where there are no phone numbers", () => {
    expect(plainWords(" 2026-000001  Krasniqi ")).toEqual(["2026-000001", "krasniqi"]);
  });
});
