import { describe, expect, test } from "vitest";
import { cleanLine } from "./clean.ts";

describe("a text that is one line", () => {
  test.each([
    ["Arta\nKrasniqi", "Arta Krasniqi"],
    ["Arta\r\n\tKrasniqi", "Arta Krasniqi"],
    ["Arta\u0000Krasniqi", "Arta Krasniqi"],
    ["Arta \u001b\u0007 Krasniqi", "Arta Krasniqi"],
    ["Arta\u0085Krasniqi\u2028", "Arta Krasniqi"],
    ["\u202eArta\u200b\u202c", "Arta"],
    ["\u0000\n", ""],
  ])("%j is stored as %j", (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored);
  });
});
