// npm start: sets up what is missing, then runs the site. Needs only Node 20 and npm; imports no package.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { ensurePortIsFree } from "./steps/port.mjs";
import { fail } from "./steps/progress.mjs";
import { environment, nodeFlags, root, setUp } from "./steps/setup.mjs";

try {
  await ensurePortIsFree(process.env);
  const { node } = await setUp({ dev: false, pages: true });
  const child = spawn(node, [...nodeFlags, join(root, "src/main.ts")], {
    cwd: root,
    env: {
      ...environment(node),
      NODE_ENV: process.env.NODE_ENV ?? "production",
      DATA_DIR: resolve(process.env.DATA_DIR?.trim() || join(root, "data")),
    },
    // When this process is killed, the channel closes, and the site ends instead of blocking the port.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });

  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  // If npm is killed with -9, it forwards no signal, but this process gets another parent.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent) child.kill("SIGTERM");
    }, 250).unref();
  }
  child.on("error", fail);
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
} catch (error) {
  fail(error);
}
