import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { byteOrderMark, csvLine, guardCell, unguardCell, withoutFormula } from "./csv.ts";

/** The file read back as a spreadsheet reads it: semicolons, quotes doubled inside quotes. */
function parse(line: string): string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, "");
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(;|$)/.exec(rest);
    const [whole = "", text = "", end = ""] = quoted ?? /^([^;]*)(;|$)/.exec(rest) ?? [];
    cells.push(quoted === null ? text : text.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (end === "") return cells;
  }
}

describe("a line of the CSV file", () => {
  test("a CSV line separates with semicolons and ends with CRLF", () => {
    expect(csvLine(["Arben", 3, ""])).toBe("Arben;3;\r\n");
  });

  test("a cell with quotes, separators or line breaks is quoted", () => {
    expect(csvLine(['Salloni "Ari"', "a;b", "një\nrresht", "1,5"])).toBe(
      '"Salloni ""Ari""";"a;b";"një\nrresht";"1,5"\r\n',
    );
  });

  test.each(["=1+1", "+383 44 123 456", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1", "=cmd|' /C calc'!A0"])(
    "the cell %j is written as text and not as a formula",
    (text) => {
      expect(parse(csvLine([text]))).toEqual([`'${text}`]);
    },
  );

  test("numbers are written as numbers, also below zero", () => {
    expect(csvLine([-5, 12_500])).toBe("-5;12500\r\n");
  });

  test("any text is read back unchanged, and no cell is a formula", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", ";", '"', "'", ",", "ë") }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const cells = parse(csvLine(texts));
        expect(cells.map((cell, at) => (cell === `'${texts[at]}` ? texts[at] : cell))).toEqual(texts);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

test.each(["=1+1", "-2", "\t=1", "＝1"])("the guarded cell %j is read back as it was", (text) => {
  expect(unguardCell(guardCell(text))).toBe(text);
});

test("a file for programs has commas, and no formula and no quote in front of one", () => {
  const cells = csvLine(["＝=+x", "a,b", "a;b", -3], { separator: ",", guard: withoutFormula });
  expect(cells).toBe('x,"a,b","a;b",-3\r\n');
});

test("the byte order mark at the beginning of the CSV file is UTF-8's", () => {
  expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
});
