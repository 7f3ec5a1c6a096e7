// npm run screenshots [-- words]: takes a screenshot of every screen and state (e2e/states.ts) at three
// widths with demo data, into screenshots/; with words, only those whose names contain them.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { findChromium } from "./steps/chromium.mjs";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

try {
  const { node } = await setUp({ dev: true, pages: true });
  const words = process.argv.slice(2);
  const args = [
    join(root, "node_modules/@playwright/test/cli.js"),
    "test",
    "--config=playwright.states.config.ts",
    "--project=screenshots",
    ...(words.length === 0 ? [] : ["--grep", words.join(" ")]),
  ];
  const child = spawn(node, args, {
    cwd: root,
    env: { ...environment(node), CHROMIUM_PATH: await findChromium(root, node) },
    stdio: "inherit",
  });
  child.on("error", fail);
  child.on("exit", (code) => {
    console.log(`\nThe pictures are in ${join(root, "screenshots")}`);
    process.exit(code ?? 1);
  });
} catch (error) {
  fail(error);
}
