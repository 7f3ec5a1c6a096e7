import { describe, expect, test } from "vitest";
import { cleanLine, cleanText } from "./clean.ts";

describe("cleanLine", () => {
  test.each([
    ["Arta\nKrasniqi", "Arta Krasniqi"],
    ["Arta\r\n\tKrasniqi", "Arta Krasniqi"],
    ["Arta\u0000Krasniqi", "Arta Krasniqi"],
    ["Arta \u001b\u0007 Krasniqi", "Arta Krasniqi"],
    ["Arta\u0085Krasniqi\u2028", "Arta Krasniqi"],
    ["\u202eArta\u200b\u202c", "Arta"],
    ["\u0000\n", ""],
  ])("cleanLine(%j) returns %j", (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored);
  });
});

test("cleanText trims the ends of lines and leaves paragraphs and blanks between words", () => {
  expect(cleanText("  Golf  7 \t\r\n\n\n\n i mirë\u00a0 \n")).toBe("Golf  7\n\n i mirë");
});

// By a pattern it took a second for 30,000 and two minutes for these.
test("300,000 blanks before a letter are cleaned in linear time", () => {
  const blanks = " ".repeat(300_000);
  expect(cleanText(`a${blanks}b`)).toBe(`a${blanks}b`);
});
