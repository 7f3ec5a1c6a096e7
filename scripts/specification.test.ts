import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["src", "e2e", "testing", "bench", "scripts", "sandbox", "docs"];
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A heading's anchor, as Git hosts make it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

test("every reference to docs/specification.md names one of its headings", () => {
  const headings = read("docs/specification.md").matchAll(/^#{2,3} (.+)$/gm);
  const anchors = new Set(Array.from(headings, ([, heading = ""]) => anchorOf(heading)));
  const files = globSync(`{${sources.join(",")}}/**/*.{ts,tsx,mjs,sql,css,md}`, { cwd: root });
  const references = files.flatMap((file) =>
    Array.from(read(file).matchAll(/specification\.md#([\w-]+)/g), ([, anchor = ""]) => ({ file, anchor })),
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});
