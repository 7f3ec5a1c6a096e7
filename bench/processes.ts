import { readdir, readFile, writeFile } from "node:fs/promises";

/** A site's processes, read from Linux's /proc: the one that serves, all below it, and the bench's own PostgreSQL. */

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Processor time, that of its ended children included, in ms. */
  readonly cpu: number;
}

/** Of user and system time in /proc; Linux shows 100 to programs on every machine. */
const ticksPerSecond = 100;

async function readProcess(pid: number): Promise<Process | null> {
  // It may end while it is read.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const nameEnd = stat.lastIndexOf(")");
  const [, parent, ...rest] = stat.slice(nameEnd + 2).split(" ");
  const ticks = rest.slice(9, 13).reduce((sum, each) => sum + Number(each), 0);
  return {
    pid,
    parent: Number(parent),
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
    cpu: (ticks * 1000) / ticksPerSecond,
  };
}

const commandLine = (pid: number) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");

/** The site's and PostgreSQL's: all that this bench has started, or the one whose cluster is below this folder. */
async function siteProcesses(sitePid: number, databaseFolder?: string): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one].concat(below(one.pid)));
  const postgres = below(process.pid).filter(({ name }) => name.startsWith("postgres"));
  const lines = await Promise.all(postgres.map(({ pid }) => commandLine(pid)));
  const database =
    databaseFolder === undefined
      ? postgres
      : postgres
          .filter((_, index) => lines[index]?.split("\0").some((word) => word.startsWith(databaseFolder)))
          .flatMap((one) => [one].concat(below(one.pid)));
  return [...all.filter(({ pid }) => pid === sitePid), ...below(sitePid), ...database];
}

/** Memory of all the site's processes in MB, what they share counted once (PSS). */
export async function siteMemory(sitePid: number, databaseFolder?: string): Promise<number> {
  const sizes = (await siteProcesses(sitePid, databaseFolder)).map(async ({ pid }) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024);
}

/** Processor time that all the site's processes have taken so far, in ms: on a busy machine steadier than a rate. */
export async function siteCpu(sitePid: number, databaseFolder?: string): Promise<number> {
  return (await siteProcesses(sitePid, databaseFolder)).reduce((sum, { cpu }) => sum + cpu, 0);
}

/** Processor time of this process and of what it started, without these processes and what they started, in ms. */
export async function ownCpu(without: readonly number[]): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const sum = (pid: number): number =>
    all
      .filter((one) => one.parent === pid && !without.includes(one.pid) && !one.name.startsWith("postgres"))
      .reduce((total, one) => total + one.cpu + sum(one.pid), 0);
  return (all.find(({ pid }) => pid === process.pid)?.cpu ?? 0) + sum(process.pid);
}

async function statusOf(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024);
}

/** The memory of one process before some work and at most meanwhile, as Linux counts it itself, in MB (RSS). */
export async function memoryPeak(
  pid: number,
  work: () => Promise<void>,
): Promise<{ rest: number; peak: number }> {
  // Forgets the peak so far.
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const rest = await statusOf(pid, "VmRSS");
  await work();
  return { rest, peak: await statusOf(pid, "VmHWM") };
}

/** The process below this one, or itself, that runs a program; a start script's own processes are not the site's. */
export async function pidOfProgram(top: number, program: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const search = async (pid: number): Promise<number | null> => {
    if ((await commandLine(pid)).split("\0").some((word) => word.endsWith(program))) return pid;
    for (const child of all.filter(({ parent }) => parent === pid)) {
      const found = await search(child.pid);
      if (found !== null) return found;
    }
    return null;
  };
  const found = await search(top);
  if (found === null) throw new Error(`no process runs ${program}`);
  return found;
}
