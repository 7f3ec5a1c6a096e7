// node scripts/run.mjs [--dev] [--pages] PROGRAM ARGUMENTS: sets up what is missing (with --dev also the
// development tools, with --pages also the built pages), then runs the program on the product's Node; signals,
// arguments and the exit code are passed through.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

const given = process.argv.slice(2);
const at = given.findIndex((each) => !each.startsWith("--"));
const flags = new Set(given.slice(0, at));
const [program = "", ...args] = given.slice(at);

try {
  const { node } = await setUp({ dev: flags.has("--dev"), pages: flags.has("--pages") });
  const child = spawn(node, [join(root, program), ...args], {
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
