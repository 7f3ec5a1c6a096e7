import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { freePort } from "#testing/free-port.ts";
import { pidOfProgram, siteCpu, siteMemory } from "#bench/processes.ts";
import { type BenchSite, startEmptyDatabase, waitUntilIdle, waitUntilReady } from "#bench/site.ts";

const execute = promisify(execFile);
/** The first start of a commit installs packages and builds pages; in ms. */
const maxFirstStart = 1_800_000;

/** A commit's code in a folder, with its own database, filled by its own program. */
export interface PreparedCommit {
  /** Ids of `count` cars on sale. */
  carIds(count: number): Promise<string[]>;
  /** Adds cars with the commit's own program. The site must be stopped. */
  seed(cars: number): Promise<void>;
  /** Runs the commit's `npm start` until the site is ready. */
  start(): Promise<BenchSite>;
  stop(): Promise<void>;
}

/** Extracts a commit into a temporary folder; a worktree would show in `git worktree list`. */
export async function extractCommit(revision: string): Promise<string> {
  await execute("git", ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]).catch(() => {
    throw new Error(`There is no commit ${revision}.`);
  });
  const folder = await mkdtemp(join(tmpdir(), "vetura-beside-"));
  const archive = join(folder, "archive.tar");
  await execute("git", ["archive", "--output", archive, revision]);
  await execute("tar", ["-x", "-f", archive, "-C", folder]);
  await rm(archive);
  return folder;
}

/**
 * Runs `npm start` in a folder. The process to end is npm's; memory and CPU are of the program that npm runs.
 */
async function npmStart(folder: string, databaseFolder: string, env: NodeJS.ProcessEnv): Promise<BenchSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const npm = process.env["npm_execpath"];
  const [command, ...args] = npm === undefined ? ["npm"] : [process.execPath, npm];
  const child = spawn(command, [...args, "start"], {
    cwd: folder,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  try {
    await waitUntilReady(url, child, maxFirstStart);
  } catch (error) {
    await stop();
    throw new Error(`npm start in ${folder} failed:\n${said}`, { cause: error });
  }
  const pid = await pidOfProgram(child.pid ?? 0, "src/main.ts");
  return {
    url,
    pid,
    memory: () => siteMemory(pid, databaseFolder),
    cpu: () => siteCpu(pid, databaseFolder),
    stop,
  };
}

/** Prepares a folder for measurements: installs, builds, migrates, and adds `cars` cars. */
export async function prepareCommit(folder: string, cars: number): Promise<PreparedCommit> {
  const database = await startEmptyDatabase();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    DEMO: "0",
    RATE_LIMITS: "off",
  };
  const start = () => npmStart(folder, database.folder, env);
  const seed = async (count: number) => {
    const seeder = join("bench", "seed-many.ts");
    await execute(process.execPath, [seeder, String(count)], { cwd: folder, env });
  };
  try {
    await (await start()).stop();
    await seed(cars);
    // The first fit of prices has cars reviewed, in runs of a minute's job: that is no turn's work.
    const first = await start();
    try {
      await waitUntilIdle(first, 70);
    } finally {
      await first.stop();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
  return {
    seed,
    start,
    carIds: async (count) => {
      const log = createLogger((line) => process.stderr.write(line));
      const connected = createDatabase(database.url, { log });
      try {
        const rows = await connected.db
          .selectFrom("cars")
          .select("id")
          .where("state", "=", "active")
          .orderBy("id")
          .limit(count)
          .execute();
        return rows.map(({ id }) => id);
      } finally {
        await connected.close();
      }
    },
    stop: async () => {
      await database.stop();
      if (resolve(folder) !== process.cwd()) await rm(folder, { recursive: true, force: true });
    },
  };
}
