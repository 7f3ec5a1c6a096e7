import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSiteProcess } from "#bench/site-process.ts";
import { freePort } from "#testing/free-port.ts";
import { findPlace } from "#server/platform/db/embedded-place.ts";

/** What gets SIGKILL: the product, the postmaster, one of its backends, or product and postmaster. */
export const victims = ["product", "database", "backend", "both"] as const;
export type Victim = (typeof victims)[number];

/** The product as `npm start` runs it, with its embedded database in its data folder. */
export interface KillableSite {
  readonly url: string;
  readonly folder: string;
  /** The embedded database's URL; valid while it runs. */
  databaseUrl(): Promise<string>;
  /** Resolves with the milliseconds until it is ready. */
  start(): Promise<number>;
  /** Resolves when the victim is dead. */
  kill(victim: Victim): Promise<void>;
  /** Starts the product again if it is dead; resolves with the milliseconds until it is ready. */
  restart(): Promise<number>;
  /** Stops it; `removing` deletes its data. */
  stop(removing: boolean): Promise<void>;
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended before the signal.
  }
}

/** Ids of a process's children. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text
    .split(" ")
    .map(Number)
    .filter((each) => each > 1);
}

export async function createKillableSite(): Promise<KillableSite> {
  const folder = await mkdtemp(join(tmpdir(), "vetura-kills-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DEMO: "0",
    RATE_LIMITS: "off",
  };
  delete env["DATABASE_URL"];
  // The log is kept for failures.
  const site = createSiteProcess({ url, env, log: join(folder, "product.log") });
  const place = () => findPlace(folder, () => {});

  async function postmaster(): Promise<number> {
    const { cluster } = await place();
    return Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
  }

  return {
    url,
    folder,
    databaseUrl: async () => {
      const { password, socket } = await place();
      const { clusterUser } = await import("#server/platform/db/embedded-cluster.ts");
      return `postgres://${clusterUser}:${encodeURIComponent(password)}@localhost:5432/vetura?host=${encodeURIComponent(socket)}`;
    },
    start: () => site.start(),
    kill: async (victim) => {
      const database = victim === "product" ? 0 : await postmaster();
      if (victim === "backend") {
        const backends = await childrenOf(database);
        const one = backends[Math.floor(Math.random() * backends.length)];
        if (one !== undefined) sendKill(one);
        return;
      }
      if (database > 1) sendKill(database);
      if (victim !== "database") await site.end("SIGKILL");
    },
    // It reports ready until it notices the database's death. The rounds count only a successful write.
    restart: () => (site.isRunning ? site.whenReady() : site.start()),
    stop: async (removing) => {
      await site.end("SIGTERM");
      if (!removing) return;
      const { home } = await place();
      await rm(home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
