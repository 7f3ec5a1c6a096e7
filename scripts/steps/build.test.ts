import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashSources, isBuilt } from "./build.mjs";

const clone = fileURLToPath(new URL("../../", import.meta.url));
const copied = [
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
  "scripts/steps",
  "scripts/vite",
];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "vetura build "));
  for (const path of copied) await cp(join(clone, path), join(root, path), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** The files that the build's configuration imports, directly or not. */
async function importedBy(file: string): Promise<string[]> {
  const source = await readFile(join(clone, file), "utf8");
  const imported = [...source.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );
  return [...imported, ...(await Promise.all(imported.map(importedBy))).flat()];
}

test("a change of any file that the build runs rebuilds the pages", async () => {
  const plugins = await readdir(join(clone, "scripts/vite"), { recursive: true, withFileTypes: true });
  const files = new Set([
    "vite.config.ts",
    "react-router.config.ts",
    ...(await importedBy("vite.config.ts")),
    ...(await importedBy("react-router.config.ts")),
    ...plugins
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
      .map((entry) => relative(clone, join(entry.parentPath, entry.name))),
  ]);
  expect([...files].some((file) => file.startsWith("scripts/vite/"))).toBe(true);

  for (const file of files) {
    const before = await hashSources(root);
    const text = await readFile(join(root, file), "utf8");
    await writeFile(join(root, file), `${text}\n`);
    expect(await hashSources(root), file).not.toBe(before);
  }
});

test("the pages count as built only if the build's stamp matches the sources", async () => {
  expect(await isBuilt(root)).toBe(false);
  await mkdir(join(root, "build"));
  await writeFile(join(root, "build", ".sources"), "of other sources");
  expect(await isBuilt(root)).toBe(false);
  await writeFile(join(root, "build", ".sources"), await hashSources(root));
  expect(await isBuilt(root)).toBe(true);
});
