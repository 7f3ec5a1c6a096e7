import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { areInstalled, install } from "./dependencies.mjs";
import { findNode } from "./runtime.mjs";
import { withSetUpLock } from "./setup-lock.mjs";

/** The clone's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * V8 flags of the site (decision 0042): the heap may grow by 200 % before a garbage collection, and the main
 * thread's young generation stays small. Together they save a tenth of the CPU time per page and some 70 MB
 * at rest.
 */
export const nodeFlags = ["--heap-growing-percent=200", "--max-semi-space-size=8"];

/**
 * Sets up what is missing for the clone's programs; returns the Node to run them with.
 * @param {{ dev: boolean, pages: boolean }} wanted `dev`: development packages; `pages`: built pages
 */
export async function setUp({ dev, pages }) {
  const node = await findNode(root);
  const isReady = async () =>
    node.ready && (await areInstalled(root, { dev })) && (!pages || (await isBuilt(root)));
  if (!(await isReady())) {
    await withSetUpLock(root, async () => {
      // Checked again: the previous holder of the lock may have done it all.
      const found = await findNode(root);
      await Promise.all([
        found.ready ? null : found.fetch(),
        (await areInstalled(root, { dev })) ? null : install(root, { dev }),
      ]);
      if (pages && !(await isBuilt(root))) await build(root, node.path);
    });
  }
  return { node: node.path };
}

/**
 * The environment of programs under that Node: first on the PATH, with a compile cache.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(node) {
  return {
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH ?? ""}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, ".runtime", "compile-cache"),
  };
}
