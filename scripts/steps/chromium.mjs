import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { SetUpError, step } from "./progress.mjs";
import { run } from "./run.mjs";

// The headless shell first: the same engine without the browser's UI; tests take half the time.
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium or Chrome installed on this machine. */
function installedChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macApplications,
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * True if it runs here: a downloaded browser may need libraries that the system lacks.
 * @param {string} path
 */
async function runs(path) {
  return run(path, ["--version"], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Playwright's own browser, downloaded if possible.
 * @param {string} root
 * @param {string} node
 */
async function playwrightChromium(root, node) {
  /** @type {{ chromium: { executablePath(): string } }} */
  const playwright = createRequire(join(root, "package.json"))("@playwright/test");
  const path = playwright.chromium.executablePath();
  if (existsSync(path) && (await runs(path))) return path;
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  await run(node, [cli, "install", "chromium"], {
    cwd: root,
    timeout: 300_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
  }).catch(() => {});
  return existsSync(path) && (await runs(path)) ? path : null;
}

/** Installs the system's package, if we may. */
async function systemPackage() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env, timeout: 300_000 });
  /** @param {string} browser */
  const install = (browser) =>
    run("apt-get", ["install", "-y", "-q", "--no-install-recommends", browser, "fonts-liberation"], {
      env,
      timeout: 600_000,
    });
  // Older systems have no package of the headless shell.
  await install(shell).catch(() => install("chromium"));
  return installedChromium();
}

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, an installed one, Playwright's, or the system's package.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function findChromium(root, node) {
  const given = process.env.CHROMIUM_PATH?.trim();
  if (given) {
    if (!existsSync(given)) throw new SetUpError(`CHROMIUM_PATH ${given} does not exist.`);
    return given;
  }
  const installed = installedChromium();
  if (installed !== null) return installed;
  return step("Install Chromium", async () => {
    const path = (await playwrightChromium(root, node)) ?? (await systemPackage());
    if (path === null) {
      throw new SetUpError(
        "No Chromium for the browser tests: install chromium or google-chrome, or set CHROMIUM_PATH to one.",
      );
    }
    return path;
  });
}
