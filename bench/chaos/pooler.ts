import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "#testing/free-port.ts";

/** PgBouncer in transaction mode in front of an embedded database. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

const maxStartMs = 10_000;

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts PgBouncer with deploy/pgbouncer.ini, replacing paths by this machine's. Throws if it is not
 * installed.
 */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const database = new URL(databaseUrl);
  const socket = database.searchParams.get("host") ?? database.hostname;
  const name = database.pathname.slice(1);
  const user = decodeURIComponent(database.username);
  const password = decodeURIComponent(database.password);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "vetura-pgbouncer-"));
  const users = join(folder, "userlist.txt");
  const settings = join(folder, "pgbouncer.ini");
  const example = await readFile("deploy/pgbouncer.ini", "utf8");
  const server = `port=${database.port} dbname=${name} user=${user} password=${password}`;
  await writeFile(
    settings,
    `${example
      .replace("vetura = host=127.0.0.1 port=5432 dbname=vetura", `${name} = host=${socket} ${server}`)
      .replace("listen_port = 6432", `listen_port = ${port}`)
      .replace("/etc/pgbouncer/userlist.txt", users)}unix_socket_dir =\n`,
  );
  await writeFile(users, `"${user}" "${password}"\n`, { mode: 0o600 });
  // PgBouncer refuses to run as root and needs the database's socket: run it as the socket's owner.
  const { uid, gid } = await stat(socket);
  for (const file of [folder, settings, users]) await chown(file, uid, gid);
  const child = spawn(process.env["PGBOUNCER"] ?? "pgbouncer", ["--quiet", settings], {
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin` },
    stdio: ["ignore", "inherit", "inherit"],
    uid,
    gid,
  });
  const exited = once(child, "exit").catch((error: unknown) => error);
  let failure: Error | null = null;
  child.once("error", ({ message }) => {
    failure = new Error(`PgBouncer is needed and can't be run (apt-get install pgbouncer): ${message}`);
  });
  child.once("exit", (code) => {
    failure ??= new Error(`PgBouncer ended with ${code}`);
  });
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  const deadline = Date.now() + maxStartMs;
  while (!(await answers(url))) {
    if (failure !== null) throw failure;
    if (Date.now() > deadline) throw new Error("PgBouncer does not answer.");
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
