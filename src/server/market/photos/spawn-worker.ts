import { spawn, type ChildProcess } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/**
 * Maximum resident memory of a worker in MB; above it the worker ends itself. A usual photo needs some 150, one
 * of 50 megapixels up to 600, as AVIF up to 1,300.
 */
const maxRssMb = 1_400;
/** The hard limit of allocations behind it, in kB. Node reserves some 620 MB. */
const maxDataKb = 2_400_000;
/**
 * Niceness below the site: a third of its share if both want the processor. More would starve uploads on a busy
 * machine.
 */
const nicerBy = 5;
const photoWorker = new URL("photo-worker.ts", import.meta.url);

/** Starts a worker process: limited memory, lower priority, an empty environment, pictures over IPC. */
export function spawnWorker(program: URL = photoWorker): ChildProcess {
  const node = [
    // Pictures are outside V8's heap; this bounds our own code.
    "--max-old-space-size=96",
    "--v8-pool-size=1",
    fileURLToPath(program),
    String(maxRssMb),
  ];
  const posix = process.platform !== "win32";
  // The shell sets the limit and then becomes the worker: its process id, its IPC channel.
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
      // Freed picture buffers return to the system at once.
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "262144",
    },
  });
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, getPriority() + nicerBy);
    } catch {
      // Not permitted here; it works at normal priority.
    }
  }
  return child;
}
