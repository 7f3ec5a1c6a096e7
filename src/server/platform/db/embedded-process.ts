import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Timeout in ms; then the other way is used. */
const psTimeout = 5_000;

/** The lock file that PostgreSQL writes into its cluster. */
export async function readLockFile(cluster: string): Promise<{ pid: number; socket: string } | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, socket: lines[4] ?? "" } : null;
}

/** Whether the process is a zombie: it keeps its id until its parent reaps it. */
async function isDead(pid: number): Promise<boolean> {
  // Only Linux shows it there; elsewhere the first process reaps orphans at once.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name before it is in brackets and may contain any.
  return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
}

/** Whether a process with that id runs now. */
export async function processLives(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process: it is alive, we just may not signal it.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return !(await isDead(pid));
}

/** Whether that process is a PostgreSQL. Returns true if unknown, because a wrong false would cost data. */
export async function isPostgres(pid: number): Promise<boolean> {
  try {
    const { stdout } = await run("ps", ["-o", "args=", "-p", String(pid)], {
      timeout: psTimeout,
    });
    return stdout.includes("postgres");
  } catch {
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "postgres");
    return name.includes("postgres");
  }
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
