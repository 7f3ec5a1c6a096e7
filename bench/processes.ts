import { readdir, readFile, writeFile } from "node:fs/promises";

/**
 * Memory and CPU of a site's processes from Linux's /proc: the server, its descendants, and the bench's
 * PostgreSQL.
 */

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** CPU time including that of ended children, in ms. */
  readonly cpu: number;
}

/** Unit of user and system time in /proc (USER_HZ): 100 on every machine. */
const ticksPerSecond = 100;

async function readProcess(pid: number): Promise<Process | null> {
  // The process may end before it is read.
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

/**
 * The site's processes and PostgreSQL's: all that this bench started, or only the cluster in
 * `databaseFolder`.
 */
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

/** Memory of all the site's processes in MB, shared pages counted once (PSS). */
export async function siteMemory(sitePid: number, databaseFolder?: string): Promise<number> {
  const sizes = (await siteProcesses(sitePid, databaseFolder)).map(async ({ pid }) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024);
}

/** CPU time of all the site's processes so far, in ms: on a busy machine it varies less than a rate. */
export async function siteCpu(sitePid: number, databaseFolder?: string): Promise<number> {
  return (await siteProcesses(sitePid, databaseFolder)).reduce((sum, { cpu }) => sum + cpu, 0);
}

/**
 * CPU time of this process and its descendants so far, except the processes `without` and their descendants,
 * in ms.
 */
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

/** Memory of one process before `work` and its peak during it, in MB (VmRSS, VmHWM). */
export async function memoryPeak(
  pid: number,
  work: () => Promise<void>,
): Promise<{ rest: number; peak: number }> {
  // Resets the peak.
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const rest = await statusOf(pid, "VmRSS");
  await work();
  return { rest, peak: await statusOf(pid, "VmHWM") };
}

/** The process at or below `top` that runs a program, such as the one that npm started. */
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
