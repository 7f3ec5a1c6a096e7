import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isAllowed, readLicences, writeLicences } from "./licences.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("every installed package has an allowed licence", async () => {
  const packages = await readLicences(root);
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test("docs/LICENCES.md lists what the lockfile has (npm run licences writes it)", async () => {
  const written = await readFile(join(root, "docs", "LICENCES.md"), "utf8");
  expect(written).toBe(writeLicences(await readLicences(root)));
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(MIT AND Zlib)", true],
  ["MIT AND GPL-3.0-only", false],
  ["GPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["unknown", false],
])("isAllowed(%j) returns %s", (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});
