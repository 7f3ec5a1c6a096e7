// node scripts/run.mjs [--dev] PROGRAM ARGUMENTS: sets up what is missing (with --dev also the development
// tools), then runs the program on the product's Node; signals, arguments and the exit code are passed through.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

const given = process.argv.slice(2);
const dev = given[0] === "--dev";
const [program = "", ...args] = dev ? given.slice(1) : given;

try {
  const { node } = await setUp({ dev, pages: false });
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
