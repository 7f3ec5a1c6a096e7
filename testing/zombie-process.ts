import { spawn } from "node:child_process";
import { once } from "node:events";

/** A process whose parent never reaps it, like a slow init process of a container. */
export interface ZombieProcess {
  readonly pid: number;
  /** Ends its parent: another process reaps it. */
  readonly endParent: () => Promise<void>;
}

/** `as`: the process's user, if the test may choose it. */
export async function startZombie(as: { uid?: number; gid?: number } = {}): Promise<ZombieProcess> {
  const parent = spawn("sh", ["-c", "sleep 60 >/dev/null & echo $!; exec sleep 60"], {
    ...as,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(parent, "exit");
  const [line] = await once(parent.stdout, "data");
  return {
    pid: Number(line),
    endParent: async () => {
      parent.kill("SIGKILL");
      await exited;
    },
  };
}
