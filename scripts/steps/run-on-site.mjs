import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fail } from "./progress.mjs";
import { environment, root, setUp } from "./setup.mjs";

/**
 * Sets up what is missing (as npm start does), then runs a program of scripts/ on the right Node, with the arguments and
 * the exit code handed through.
 * @param {string} program
 */
export async function runOnSite(program) {
  try {
    const { node } = await setUp({ dev: false, pages: false });
    const child = spawn(node, [join(root, "scripts", program), ...process.argv.slice(2)], {
      cwd: root,
      env: { ...environment(node), DATA_DIR: resolve(process.env.DATA_DIR?.trim() || join(root, "data")) },
      stdio: "inherit",
    });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
      process.on(signal, () => child.kill(signal));
    }
    child.on("error", fail);
    child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
  } catch (error) {
    fail(error);
  }
}
