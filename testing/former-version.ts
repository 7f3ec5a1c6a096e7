import { spawnSync } from "node:child_process";
import { mkdir, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The previous release, which sites run until they are updated. Change it with each release. */
export const formerVersion = { name: "0.2.0", commit: "261f4aef" };

function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

/** Why the previous version's sources are unavailable; null if they are available. */
export function formerVersionSkipReason(): string | null {
  const found = spawnSync("git", ["cat-file", "-e", `${formerVersion.commit}^{commit}`], { stdio: "ignore" });
  if (found.error !== undefined) return "there is no git";
  return found.status === 0 ? null : `this clone has no commit ${formerVersion.commit} (a shallow one?)`;
}

/** Extracts the previous version's sources into a folder. */
export async function checkOutFormer(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, "sources.tar");
  run("git", ["archive", "--output", archive, formerVersion.commit]);
  run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  await symlink(resolve(".runtime"), join(folder, ".runtime"));
}

/** Links the current packages into the folder, for code that needs no package that has changed since. */
export async function linkPackages(folder: string): Promise<void> {
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
}

/**
 * Installs the previous version's packages and builds its pages, with its own scripts. Never call it after
 * `linkPackages`: npm would empty the folder that the link points to.
 */
export function buildFormer(folder: string): void {
  run(process.execPath, ["scripts/build.mjs"], folder);
}
