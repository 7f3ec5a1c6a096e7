/**
 * Preloaded into the product's process (`--import`): appends a line to the file `LOOP_MONITOR` for each turn of
 * the event loop that used more than `LOOP_MONITOR_MS` of the main thread's CPU time. CPU time instead of wall
 * time, so that a busy machine is not mistaken for a slow request.
 */
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.LOOP_MONITOR;
const least = Number(process.env.LOOP_MONITOR_MS ?? 20);
const every = 5;

if (isMainThread && file !== undefined && process.argv[1]?.endsWith("src/main.ts") === true) {
  let used = process.threadCpuUsage();
  let seen = performance.now();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    const worked = (user + system) / 1000;
    const passed = performance.now() - seen;
    if (worked > least) appendFileSync(file, `${JSON.stringify({ at: Date.now(), worked, passed })}\n`);
    used = process.threadCpuUsage();
    seen = performance.now();
  }, every).unref();
}
