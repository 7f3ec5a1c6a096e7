/**
 * Lighthouse's phone profile on the built site, median of five runs a page. Exits with 1 below 100 for
 * accessibility, best practices and SEO, or below 98 for performance. The performance score counts only on an
 * idle machine; the last column shows Lighthouse's benchmark index, because its CPU throttling multiplies any
 * delay by 4.
 *
 *     npm run lighthouse [-- runs]
 */
import { chromium } from "@playwright/test";
import lighthouse, { type RunnerResult } from "lighthouse";
import { chromiumFlags, firstPages } from "./first-pages.ts";
import { freePort } from "#testing/free-port.ts";
import { median } from "./percentile.ts";

const runs = Number(process.argv[2] ?? 5);
const goals = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const measures = [
  { id: "largest-contentful-paint", name: "LCP s", show: (ms: number) => (ms / 1000).toFixed(2) },
  { id: "total-blocking-time", name: "TBT ms", show: (ms: number) => ms.toFixed(0) },
  { id: "cumulative-layout-shift", name: "CLS", show: (shift: number) => shift.toFixed(3) },
] as const;

type Result = RunnerResult["lhr"];

const score = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

/** Failed audits of a run, except performance, whose metrics are in the table. */
function findings(result: Result): string[] {
  return categories.slice(1).flatMap((category) =>
    (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = result.audits[id];
      return weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1
        ? [`${category}: ${audit?.title ?? id} (${id})`]
        : [];
    }),
  );
}

const { site, pages } = await firstPages();
const executablePath = process.env["CHROMIUM_PATH"];
const port = await freePort();
const browser = await chromium.launch({
  args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  ...(executablePath === undefined ? {} : { executablePath }),
});
let good = true;
const heads = [...categories, ...measures.map((measure) => measure.name), "machine"];
console.log(`\n${"".padEnd(11)}${heads.map((head) => head.padStart(15)).join("")}`);
try {
  for (const { name, path } of pages) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) {
      if (process.stdout.isTTY) process.stdout.write(`\r${name.padEnd(11)} ${run + 1} of ${runs}`);
      const answer = await lighthouse(site + path, { port, logLevel: "silent", output: "json" });
      if (answer === undefined || answer.lhr.runtimeError !== undefined)
        throw new Error(`Lighthouse could not read ${path}: ${answer?.lhr.runtimeError?.message ?? ""}`);
      results.push(answer.lhr);
    }
    const scores = categories.map((category) => ({
      category,
      score: median(results.map((result) => score(result, category))),
    }));
    const cells = [
      ...scores.map(({ category, score: reached }) =>
        reached < goals[category] ? `${reached} (< ${goals[category]})` : String(reached),
      ),
      ...measures.map(({ id, show }) =>
        show(median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN))),
      ),
      median(results.map((result) => result.environment.benchmarkIndex)).toFixed(0),
    ];
    if (process.stdout.isTTY) process.stdout.write("\r");
    console.log(`${name.padEnd(11)}${cells.map((cell) => cell.padStart(15)).join("")}`);
    for (const finding of new Set(results.flatMap(findings))) console.log(`  ${finding}`);
    good &&= scores.every(({ category, score: reached }) => reached >= goals[category]);
  }
} finally {
  await browser.close();
}
if (!good) process.exitCode = 1;
