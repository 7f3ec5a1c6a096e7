/**
 * Server-rendered pages at 50,000 cars, printed as a table with goals. Measures different searches and cars
 * from 32 connections, the first searches after a start, 100 searches a second, and cached pages relative to
 * a server that sends the same bytes from memory. Finally measures searches with ten times the cars. wrk
 * generates the load, except the constant rate.
 *
 *     npm run bench -- pages [cars]
 *     node bench/pages.ts [cars] [--beside REV] [--turns 5] [--pages 2000]
 *
 * `--beside` builds a commit in a temporary folder and measures both versions alternately. Each is started by
 * its own `npm start` on a database that its own programs filled. The reported ratio is the median of the
 * turns' ratios: on a busy machine it says more than a rate. `npm run weight` measures what pages weigh in a
 * browser.
 */
import { parseArgs } from "node:util";
import { type Figures, measureSearches, measureCommit } from "./pages/measure.ts";
import { extractCommit, prepareCommit, type PreparedCommit } from "./pages/prepared-commit.ts";
import { median } from "./percentile.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: "string" },
    turns: { type: "string", default: "5" },
    pages: { type: "string", default: "2000" },
  },
});
const cars = Number(positionals[0] ?? 50_000);
const pages = Number(values.pages);

interface Row {
  readonly name: string;
  readonly figure: keyof Figures;
  readonly unit: string;
  readonly goal: number;
  /** True if more is better. */
  readonly most: boolean;
}

const rows: readonly Row[] = [
  { name: "/search, each once", figure: "searches", unit: "/s", goal: 374, most: true },
  { name: "  processor time a page", figure: "searchCpu", unit: " ms", goal: 4.5, most: false },
  { name: "/car/{id}, each once", figure: "carPages", unit: "/s", goal: 554, most: true },
  { name: "  processor time a page", figure: "carCpu", unit: " ms", goal: 2.8, most: false },
  { name: "first searches after a start", figure: "firstSearches", unit: "/s", goal: 250, most: true },
  { name: "100 searches a second: p99 / p50", figure: "spread", unit: "", goal: 5, most: false },
  { name: "/ hot, of the same bytes from memory", figure: "hotHome", unit: "", goal: 0.5, most: true },
  { name: "/search hot, the same", figure: "hotSearch", unit: "", goal: 0.5, most: true },
  { name: "memory of all processes, at rest", figure: "memoryAtRest", unit: " MB", goal: 450, most: false },
  { name: "  after the load", figure: "memoryAfterLoad", unit: " MB", goal: 900, most: false },
];

function printRow(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(40)}${cells.map((cell) => cell.padStart(14)).join("")}`);
}

const digits = (value: number) => (value < 20 ? value.toFixed(2) : value.toFixed(0));

/** "at least 374/s: ok" */
function verdict({ goal, unit, most }: Omit<Row, "figure" | "name">, value: number): string {
  const isMet = most ? value >= goal : value <= goal;
  if (!isMet) process.exitCode = 1;
  return `  at ${most ? "least" : "most"} ${goal}${unit}: ${isMet ? "ok" : "MISS"}`;
}

async function measureAlone(here: PreparedCommit): Promise<void> {
  const figures = await measureCommit(here, pages, await here.carIds(pages));
  console.log("with ten times the cars");
  await here.seed(cars * 9);
  const { rate } = await measureSearches(here, pages);
  console.log();
  for (const row of rows)
    printRow(row.name, [digits(figures[row.figure]) + row.unit, verdict(row, figures[row.figure])]);
  const slower = figures.searches / rate;
  const tenTimes = { goal: 2.2, unit: "", most: false };
  printRow("ten times the cars: searches, 1 in", [digits(slower), verdict(tenTimes, slower)]);
}

/** Alternates which side is measured first: the second one finds a warmer machine. */
async function compareCommits(here: PreparedCommit, there: PreparedCommit, revision: string): Promise<void> {
  const ids = { here: await here.carIds(pages), there: await there.carIds(pages) };
  const turns: { here: Figures; there: Figures }[] = [];
  for (let turn = 0; turn < Number(values.turns); turn++) {
    const measureThis = async () => {
      console.log(`turn ${turn + 1}, here`);
      return measureCommit(here, pages, ids.here);
    };
    const measureThat = async () => {
      console.log(`turn ${turn + 1}, ${revision}`);
      return measureCommit(there, pages, ids.there);
    };
    if (turn % 2 === 0) {
      const first = await measureThis();
      turns.push({ here: first, there: await measureThat() });
    } else {
      const first = await measureThat();
      turns.push({ here: await measureThis(), there: first });
    }
  }
  console.log();
  printRow("medians", ["here", revision.slice(0, 12), "ratio"]);
  for (const row of rows) {
    const of = (side: "here" | "there") => median(turns.map((turn) => turn[side][row.figure]));
    const ratio = median(turns.map((turn) => turn.here[row.figure] / turn.there[row.figure]));
    // Rates depend on the machine; their goal is the other commit's rate.
    const goal = row.unit === "/s" ? { goal: 1, unit: "", most: true } : row;
    printRow(row.name, [
      digits(of("here")) + row.unit,
      digits(of("there")) + row.unit,
      ratio.toFixed(2),
      verdict(goal, row.unit === "/s" ? ratio : of("here")),
    ]);
  }
}

const here = await prepareCommit(process.cwd(), cars);
try {
  if (values.beside === undefined) await measureAlone(here);
  else {
    const there = await prepareCommit(await extractCommit(values.beside), cars);
    try {
      await compareCommits(here, there, values.beside);
    } finally {
      await there.stop();
    }
  }
} finally {
  await here.stop();
}
