import { spawnSync } from "node:child_process";
import { mkdir, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The previous version, which sites run until they are updated. Update it with each release. */
export const formerVersion = { name: "0.2.0", commit: "261f4aef" };

function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

/** Why the previous version's sources are unavailable; null if they are not. */
export function whyNoFormerVersion(): string | null {
  const found = spawnSync("git", ["cat-file", "-e", `${formerVersion.commit}^{commit}`], { stdio: "ignore" });
  if (found.error !== undefined) return "there is no git";
  return found.status === 0 ? null : `this clone has no commit ${formerVersion.commit} (a shallow one?)`;
}

/** Copies the previous version's sources into a folder. */
export async function checkOutFormer(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, "sources.tar");
  run("git", ["archive", "--output", archive, formerVersion.commit]);
  run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  await symlink(resolve(".runtime"), join(folder, ".runtime"));
}

/** Lends it the current packages, for what needs none of those that have changed since. */
export async function linkPackages(folder: string): Promise<void> {
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
}

/**
 * Installs its own packages and builds its pages, by its own scripts. Never with linked packages: its npm
 * would empty the folder they are linked from.
 */
export function buildFormer(folder: string): void {
  run(process.execPath, ["scripts/build.mjs"], folder);
}
