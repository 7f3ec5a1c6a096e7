import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** In ms; without an answer it is told in the other way. */
const psTimeout = 5_000;

/** What PostgreSQL writes into its cluster about the server that runs on it. */
export async function readLockFile(cluster: string): Promise<{ pid: number; socket: string } | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, socket: lines[4] ?? "" } : null;
}

/** Whether the process is a dead one that nobody has asked about: it keeps its number until its parent does. */
async function isDead(pid: number): Promise<boolean> {
  // Only Linux tells it there; elsewhere the first process sees to its orphans at once.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name before it stands in brackets and may hold any.
  return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
}

/** Whether a process runs under that number now. */
export async function processLives(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's: it lives, we may only not touch it.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return !(await isDead(pid));
}

/** Whether that process is a PostgreSQL. Says yes where it can't tell, since a wrong no would cost data. */
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
