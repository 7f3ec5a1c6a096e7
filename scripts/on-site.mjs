// node scripts/on-site.mjs PROGRAM: sets up what is missing, starts the site with demo data on a free port
// (or uses the one at SITE_URL), and runs the program with SITE_URL, CHROMIUM_PATH and DEMO_PASSWORD. Used by
// `npm run weight` and `npm run lighthouse`.
import { spawn } from "node:child_process";
import { findChromium } from "./steps/chromium.mjs";
import { startDemoSite } from "./steps/demo-site.mjs";
import { fail } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function runProgram(node, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, process.argv.slice(2), { cwd: root, env, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

// The program gets the signal, too; the site stops after it.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => {});

try {
  const { node } = await setUp({ dev: true, pages: true });
  const chromium = await findChromium(root, node);
  process.env.DEMO_PASSWORD ??= "vetura-demo";
  const site = await startDemoSite(node);
  try {
    const env = { ...environment(node), SITE_URL: site.url, CHROMIUM_PATH: chromium };
    process.exitCode = await runProgram(node, env);
  } finally {
    await site.stop();
  }
} catch (error) {
  fail(error);
}
