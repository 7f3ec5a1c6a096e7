// npm run admin -- grant|revoke EMAIL: sets up what is missing (as npm start does), then runs admin.ts on the right Node.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

try {
  const { node } = await setUp({ dev: false, pages: false });
  const child = spawn(node, [join(root, "scripts/admin.ts"), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...environment(node), DATA_DIR: resolve(process.env.DATA_DIR?.trim() || join(root, "data")) },
    stdio: "inherit",
  });
  child.on("error", fail);
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
} catch (error) {
  fail(error);
}
