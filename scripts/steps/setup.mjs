import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { areInstalled, install } from "./dependencies.mjs";
import { findNode } from "./runtime.mjs";
import { withSetUpLock } from "./setup-lock.mjs";

/** The clone's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * What the site's Node is told (decision 0042): a heap is looked through once it has grown by 200 %, and the main thread's
 * young generation stays small. Together a tenth less processor time a page, and some 70 MB less at rest.
 */
export const nodeFlags = ["--heap-growing-percent=200", "--max-semi-space-size=8"];

/**
 * Brings the clone to where its programs can run, doing only what is missing; gives the Node to run them with.
 * @param {{ dev: boolean, pages: boolean }} wanted `dev`: with the tools of development; `pages`: built
 */
export async function setUp({ dev, pages }) {
  const node = await findNode(root);
  const isReady = async () =>
    node.ready && (await areInstalled(root, { dev })) && (!pages || (await isBuilt(root)));
  if (!(await isReady())) {
    await withSetUpLock(root, async () => {
      // Looked at again: whoever held the lock before may have done it all.
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
 * The environment for programs under that Node: found first on the path, its compiled code kept.
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
