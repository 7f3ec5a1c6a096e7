import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const beat = 2000;
const stale = 15_000;

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Runs `work` while no other process sets up the same clone. The lock of a killed process is taken over, once
 * its process is gone or has not updated it for a while.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetUpLock(root, work) {
  const file = join(root, ".runtime", "setup.lock");
  await mkdir(join(root, ".runtime"), { recursive: true });
  for (let told = false; ;) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const pid = Number(await readFile(file, "utf8").catch(() => "0"));
    const age = Date.now() - (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
    const fresh = age < 1000;
    if (age > stale || (!fresh && (pid === process.pid || !lives(pid)))) {
      await rm(file, { force: true });
      continue;
    }
    // Standard output may be data: install.sh reads the Node's path from it.
    if (!told) console.error(`  … Another process (${pid}) is setting up this folder; waiting for it`);
    told = true;
    await sleep(300);
  }
  const heart = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, beat);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    await rm(file, { force: true });
  }
}
