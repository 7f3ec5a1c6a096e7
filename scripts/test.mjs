// npm test: sets up what is missing, then runs every check of the product and prints its name and duration.
// `npm run test:full` adds the slow checks. Stops at the first failure; `npm test -- --all` continues.
// `npm test -- lint unit` runs only those.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./steps/chromium.mjs";
import { fail, SetUpError } from "./steps/progress.mjs";
import { environment, root, setUp } from "./steps/setup.mjs";

/** `unsteady`: passed only on the second try. @typedef {{ passed: number, failed: number, skipped: number, unsteady?: number }} Count */
/** @typedef {{ name: string, title: string, commands: string[][], full?: boolean, built?: boolean, report?: { file: string, read: (json: unknown) => Count } }} Check */

const reports = await mkdtemp(join(tmpdir(), "vetura-reports-"));

/**
 * The number at a path of keys in a report; 0 if there is none.
 * @param {unknown} json
 * @param {string[]} path
 */
function numberAt(json, ...path) {
  /** @type {unknown} */
  let value = json;
  for (const key of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return typeof value === "number" ? value : 0;
}

/** @param {unknown} json */
const readVitest = (json) => ({
  passed: numberAt(json, "numPassedTests"),
  // A file that fails to load has no failed test but is a failure.
  failed: numberAt(json, "numFailedTests") || numberAt(json, "numFailedTestSuites"),
  skipped: numberAt(json, "numPendingTests") + numberAt(json, "numTodoTests"),
});

/** How many browser tests of a run may pass only on the second try (docs/decisions/0004). */
const maxUnsteady = 2;

/** The seed of random values in `npm test`; `--full` uses a new one, and TEST_SEED repeats it. */
const fixedSeed = "20261122";

/** @param {unknown} json */
const readPlaywright = (json) => {
  const unsteady = numberAt(json, "stats", "flaky");
  const failed = numberAt(json, "stats", "unexpected");
  return {
    passed: numberAt(json, "stats", "expected"),
    failed: unsteady > maxUnsteady ? failed + unsteady : failed,
    skipped: numberAt(json, "stats", "skipped"),
    unsteady,
  };
};

/** @param {string} project */
const vitest = (project) => [
  "vitest/vitest.mjs",
  "run",
  "--project",
  project,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, `${project}.json`)}`,
];

/** Each command begins with a program's path in node_modules. @type {Check[]} */
const checks = [
  { name: "format", title: "Formatting", commands: [["oxfmt/bin/oxfmt", "--check", "."]] },
  { name: "lint", title: "Linting", commands: [["oxlint/bin/oxlint", "--type-aware"]] },
  {
    name: "types",
    title: "Types and the walls between layers",
    commands: [
      ["@react-router/dev/bin.cjs", "typegen"],
      ["typescript/bin/tsc", "-b"],
    ],
  },
  { name: "unused", title: "Unused code", commands: [["knip/bin/knip.js"]] },
  {
    name: "unit",
    title: "Unit tests",
    commands: [vitest("unit")],
    report: { file: "unit.json", read: readVitest },
  },
  {
    name: "integration",
    title: "Integration tests on PostgreSQL",
    commands: [vitest("integration")],
    report: { file: "integration.json", read: readVitest },
  },
  {
    name: "year",
    title: "Three days of a year, and kept stories",
    commands: [["../bench/year.ts", "--short"]],
  },
  {
    name: "browser",
    title: "Browser tests on the built product",
    commands: [["@playwright/test/cli.js", "test"]],
    report: { file: "browser.json", read: readPlaywright },
  },
  {
    name: "states",
    title: "axe, a reload and the words of buttons on every screen in every state",
    full: true,
    commands: [
      [
        "@playwright/test/cli.js",
        "test",
        "--config=playwright.states.config.ts",
        "--project=axe",
        "--project=words",
      ],
    ],
    report: { file: "states.json", read: readPlaywright },
  },
  {
    name: "deploy",
    title: "On the net: Caddy, systemd, installation",
    full: true,
    built: true,
    commands: [vitest("deploy")],
    report: { file: "deploy.json", read: readVitest },
  },
  {
    name: "year-long",
    title: "A simulated year of the site",
    full: true,
    commands: [["../bench/year.ts"]],
  },
  {
    name: "alone",
    title: "A dealer's year by the provider's clock, and an operator's first day",
    full: true,
    commands: [
      ["@playwright/test/cli.js", "test", "--config=playwright.states.config.ts", "--project=alone"],
    ],
    report: { file: "alone.json", read: readPlaywright },
  },
];

/**
 * @param {string} node
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>}
 */
function runCommand(node, [program = "", ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(root, "node_modules", program), ...args], {
      cwd: root,
      env,
      stdio: "inherit",
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
}

/** @param {Check} check */
async function readCount({ report }) {
  if (report === undefined) return null;
  try {
    return report.read(JSON.parse(await readFile(join(reports, report.file), "utf8")));
  } catch {
    return null;
  }
}

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function main() {
  const words = process.argv.slice(2);
  const goOn = words.includes("--all");
  const names = words.filter((word) => !word.startsWith("--"));
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new SetUpError(
      `There is no check "${unknown}"; there are ${checks.map(({ name }) => name).join(", ")}.`,
    );
  }
  const full = words.includes("--full");
  const chosen =
    names.length === 0
      ? checks.filter((check) => full || check.full !== true)
      : checks.filter(({ name }) => names.includes(name));

  const start = performance.now();
  const seed = process.env.TEST_SEED ?? (full ? String(Math.floor(Math.random() * 2 ** 31)) : fixedSeed);
  const browser = chosen.some(({ report }) => report?.read === readPlaywright);
  const built = browser || chosen.some((check) => check.built === true);
  const { node } = await setUp({ dev: true, pages: built });
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...environment(node),
    NODE_ENV: "test",
    TEST_SEED: seed,
    ...(browser ? { CHROMIUM_PATH: await findChromium(root, node) } : {}),
  };

  /** @type {string[]} */
  const summary = [];
  const total = { passed: 0, failed: 0, skipped: 0, unsteady: 0 };
  let broken = false;
  for (const check of chosen) {
    console.log(`\n── ${check.title} ${"─".repeat(Math.max(70 - check.title.length, 3))}\n`);
    const since = performance.now();
    let good = true;
    const checkEnv =
      check.report === undefined
        ? env
        : { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, check.report.file) };
    for (const command of check.commands) good &&= await runCommand(node, command, checkEnv);
    const count = await readCount(check);
    if (count !== null) {
      total.passed += count.passed;
      total.failed += count.failed;
      total.skipped += count.skipped;
      total.unsteady += count.unsteady ?? 0;
      if (count.failed > 0) good = false;
      if (good && count.passed === 0) {
        console.error("No test was run.");
        good = false;
      }
    } else if (check.report !== undefined) {
      // Without a report it is unknown what ran.
      good = false;
    }
    // A failed check counts as at least one failure, so that a broken run never shows none.
    if (!good && (count?.failed ?? 0) === 0) total.failed += 1;
    const tests = count === null ? "" : `${count.passed} passed`;
    summary.push(
      `  ${good ? "✓" : "✗"} ${check.title.padEnd(40)} ${tests.padEnd(14)} ${seconds(since).padStart(8)}`,
    );
    if (!good) {
      broken = true;
      if (!goOn) break;
    }
  }

  console.log(`\n${"─".repeat(74)}\n`);
  for (const line of summary) console.log(line);
  for (const check of chosen.slice(summary.length)) console.log(`  – ${check.title.padEnd(40)} not run`);
  console.log(`    ${"Together".padEnd(55)} ${seconds(start).padStart(8)}\n`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  const unsteady =
    total.unsteady > 0 ? `, ${total.unsteady} passed at the second try alone: named above, to be mended` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}${unsteady} (TEST_SEED=${seed})`);
  return broken ? 1 : 0;
}

// A signal also ends the running check (same process group, or sent by npm); this only cleans up afterwards.
try {
  process.exitCode = await main();
} catch (error) {
  fail(error);
} finally {
  await rm(reports, { recursive: true, force: true });
}
