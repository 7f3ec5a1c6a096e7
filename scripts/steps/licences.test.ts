import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isAllowed, readLicences } from "./licences.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("every installed package has an allowed licence", async () => {
  const packages = await readLicences(root);
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
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
