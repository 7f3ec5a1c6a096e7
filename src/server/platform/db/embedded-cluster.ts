import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import type { ClusterPlace } from "./embedded-place.ts";
import { exists } from "./embedded-programs.ts";

/** The embedded server's only account, its superuser. */
export const clusterUser = "vetura";

/** The environment of PostgreSQL's programs: the person's own PG* variables must not affect this server. */
export function programEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" };
}

/** Timeout of initdb in ms: it takes seconds, on the slowest disk a minute. */
const maxMakingMs = 300_000;

/** Runs a program of PostgreSQL, for at most `longest` ms; its output is part of the error. */
async function runProgram(
  place: ClusterPlace,
  name: string,
  args: readonly string[],
  longest: number,
): Promise<void> {
  const child = spawn(join(place.programs, "bin", name), args, {
    ...place.runAs,
    cwd: place.home,
    env: programEnv(),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longest,
    // A stuck program ignores a milder signal.
    killSignal: "SIGKILL",
  });
  let output = "";
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (child.killed) {
    throw new EmbeddedPostgresError(
      `${name} was ended after ${Math.round(longest / 1000)} s without a result: is the disk of ${place.home} all right? ${output.trim()}`,
    );
  }
  if (code !== 0) throw new EmbeddedPostgresError(`${name} failed: ${output.trim()}`);
}

/** Creates the cluster in a temporary folder and renames it, so that a crash never leaves a partial one. */
export async function createCluster(place: ClusterPlace, longest = maxMakingMs): Promise<void> {
  const id = randomBytes(4).toString("hex");
  const draft = join(place.home, `cluster.${id}`);
  const passwordFile = join(place.home, `password.${id}`);
  await writeFile(passwordFile, place.password, { mode: 0o600, flag: "wx" });
  if (place.runAs !== null) await chown(passwordFile, place.runAs.uid, place.runAs.gid);
  try {
    await runProgram(
      place,
      "initdb",
      [
        `--pgdata=${draft}`,
        `--username=${clusterUser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Collation by code point: the same on every system and after every upgrade.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
      ],
      longest,
    );
    await rename(draft, place.cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A concurrent start may have been faster; its cluster is as good.
    if (!(await exists(join(place.cluster, "PG_VERSION")))) throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}
