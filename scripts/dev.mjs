// npm run dev: the site for whoever works on it. Pages follow their sources in the browser; the server is started
// anew when one of its files changes.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { ensurePortIsFree } from "./steps/port.mjs";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

try {
  await ensurePortIsFree(process.env);
  const { node } = await setUp({ dev: true, pages: false });
  // Vite watches src/web itself, and the tools behind it write files of their own while they start.
  const watched = ["src/main.ts", "src/pages.ts", "src/server", "src/contract", "src/domain"];
  const watch = watched.map((path) => `--watch-path=${join(root, path)}`);
  const child = spawn(node, [...watch, "--watch-preserve-output", join(root, "src/main.ts")], {
    cwd: root,
    env: {
      ...environment(node),
      NODE_ENV: "development",
      DATA_DIR: resolve(process.env.DATA_DIR?.trim() || join(root, "data")),
    },
    stdio: "inherit",
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => child.kill(signal));
  child.on("error", fail);
  child.on("exit", (code) => process.exit(code ?? 1));
} catch (error) {
  fail(error);
}
