import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./port.mjs";
import { SetUpError, step } from "./progress.mjs";
import { environment, nodeFlags, root } from "./setup.mjs";

const maxStartMs = 240_000;

/**
 * The built product with demo data on a free port and in a new folder, or the site at SITE_URL.
 * @param {string} node
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startDemoSite(node) {
  const given = process.env.SITE_URL?.trim();
  if (given) return { url: given.replace(/\/$/, ""), stop: async () => {} };
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const folder = await mkdtemp(join(tmpdir(), "vetura-demo-"));
  const child = spawn(node, [...nodeFlags, join(root, "src/main.ts")], {
    cwd: root,
    env: {
      ...environment(node),
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      DEMO: "1",
      RATE_LIMITS: "off",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (/** @type {Buffer} */ chunk) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await step("Start the site with its demo data", async () => {
      const deadline = Date.now() + maxStartMs;
      while (!(await ready())) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new SetUpError(`The site did not start.\n${said}`);
        await sleep(200);
      }
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
