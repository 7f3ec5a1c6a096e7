import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { step } from "./progress.mjs";
import { npm } from "./run.mjs";

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, peer?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} file
 * @returns {Promise<Record<string, LockedPackage> | null>}
 */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    return null;
  }
}

/**
 * True if node_modules matches the lockfile, by the list that npm writes after a complete install. Packages
 * of other platforms may be missing, and development packages unless `dev`.
 * @param {string} root
 * @param {{ dev: boolean }} wanted
 */
export async function areInstalled(root, { dev }) {
  const locked = await readLock(join(root, "package-lock.json"));
  const installed = await readLock(join(root, "node_modules", ".package-lock.json"));
  if (locked === null || installed === null) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true;
    const there = installed[path];
    if (there === undefined)
      return entry.optional === true || (!dev && (entry.dev === true || entry.devOptional === true));
    return (
      there.version === entry.version &&
      there.integrity === entry.integrity &&
      existsSync(join(root, path, "package.json"))
    );
  });
}

/**
 * Installs the lockfile's packages.
 * @param {string} root
 * @param {{ dev: boolean }} wanted
 */
export function install(root, { dev }) {
  // Set explicitly, because NODE_ENV=production would omit the development packages.
  const options = [
    dev ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--loglevel=error",
  ];
  return step("Install packages", async () => {
    try {
      await npm(["ci", ...options], { cwd: root });
    } catch (error) {
      // `npm ci` refuses a lockfile made with a registry that lacks some platforms' binaries. `npm install`
      // installs the locked versions, too. See complete-lockfile.mjs.
      if (!(error instanceof Error && error.message.includes("from lock file"))) throw error;
      await npm(["install", "--no-save", ...options], { cwd: root });
    }
  });
}
