import { expect, test } from "vitest";
import { pdf } from "./pdf.ts";

test("a PDF has a valid cross-reference table and shows ë, ç, € and brackets", () => {
  const file = pdf([{ x: 50, y: 70, size: 12, text: "Çmimi (për muaj) është 50 € – \\" }], [100]).toString(
    "latin1",
  );
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(start, start + 8)).toBe("xref\n0 7");
  const places = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  expect(places.map((place) => file.slice(place, place + 7))).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `${number} 0 obj`),
  );
  const content = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(file);
  expect(content?.[2]).toHaveLength(Number(content?.[1]));
  expect(content?.[2]).toContain(String.raw`(Çmimi \(për muaj\) është 50 \200 - \\) Tj`);
});
