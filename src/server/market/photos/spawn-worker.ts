import { spawn, type ChildProcess } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/**
 * Resident memory of one worker, in MB: found over it, it ends itself. A usual photo needs some 150, one of 50
 * megapixels up to 600, and as AVIF, whose decoder is the hungriest, up to 1,300.
 */
const maxRssMb = 1_400;
/** The hard limit behind it, in kB: what a process may allocate at all. Node reserves some 620 MB of it. */
const maxDataKb = 2_400_000;
/**
 * Steps of priority below the site: a third of its share where both want the processor. More would starve
 * uploads on a machine that is busy with something else.
 */
const nicerBy = 5;
const photoWorker = new URL("photo-worker.ts", import.meta.url);

/** Starts a worker process: limited memory, lower priority, an empty environment, pictures over IPC. */
export function spawnWorker(program: URL = photoWorker): ChildProcess {
  const node = [
    // Pictures live outside V8's heap; this bounds what our own code could pile up.
    "--max-old-space-size=96",
    "--v8-pool-size=1",
    fileURLToPath(program),
    String(maxRssMb),
  ];
  const posix = process.platform !== "win32";
  // The shell sets the limit and becomes the worker: its process id, its IPC channel.
  const command = posix ? "/bin/sh" : process.execPath;
  const args = posix
    ? ["-c", `ulimit -d ${maxDataKb} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`, process.execPath, ...node]
    : node;
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    // Nothing of the site's environment: no addresses, no secrets.
    env: {
      NODE_ENV: "production",
      UV_THREADPOOL_SIZE: "2",
      MALLOC_ARENA_MAX: "2",
      // Buffers of pictures go back to the system when they are freed, instead of staying for the next one.
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "262144",
    },
  });
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, getPriority() + nicerBy);
    } catch {
      // Not allowed here; it works at normal priority.
    }
  }
  return child;
}
