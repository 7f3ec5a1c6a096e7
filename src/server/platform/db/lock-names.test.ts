import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { advisoryLocks } from "./lock-names.ts";

test("no two advisory locks of the site have the same number", () => {
  const numbers = Object.values(advisoryLocks);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test("every file that takes an advisory lock has its number from lock-names.ts", () => {
  const folder = join(import.meta.dirname, "../..");
  const taking = globSync("**/*.{ts,sql}", { cwd: folder })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }))
    .filter(({ text }) => /\bpg_(?:try_)?advisory_(?:xact_)?lock/.test(text));
  expect(taking.map(({ file }) => file)).toContain("platform/db/migrate.ts");
  expect(taking.filter(({ text }) => !/\badvisoryLocks\.\w/.test(text)).map(({ file }) => file)).toEqual([]);
});
