import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSiteProcess } from "#bench/site-process.ts";
import { type BenchDatabase, startEmptyDatabase } from "#bench/site.ts";
import { freePort } from "#testing/free-port.ts";
import { startS3Store } from "#testing/s3-store.ts";
import { startPooler } from "./pooler.ts";

/** One process of the built product that can be stopped and started again. */
export interface Copy {
  /** The copy's own address, bypassing the load balancer. */
  readonly url: string;
  readonly folder: string;
  /** Starts it, from the sources in `root` if given; resolves with the milliseconds until it is ready. */
  start(root?: string): Promise<number>;
  /** Sends SIGTERM; resolves with the milliseconds until it exited; fails if the exit was not clean. */
  stop(): Promise<number>;
}

/** Two copies behind nginx, sharing one PostgreSQL and one S3-compatible store. */
export interface Copies {
  /** nginx's address. */
  readonly url: string;
  readonly copies: readonly [Copy, Copy];
  readonly admin: { readonly email: string; readonly password: string };
  readonly database: BenchDatabase;
  /** nginx's error log. */
  balancerLog(): Promise<string>;
  close(): Promise<void>;
}

function startCopy(env: NodeJS.ProcessEnv, port: number, folder: string): Copy {
  const site = createSiteProcess({
    url: `http://127.0.0.1:${port}`,
    env: { ...env, PORT: String(port), DATA_DIR: folder },
  });
  return {
    url: site.url,
    folder,
    start: (root) => site.start(root),
    stop: async () => {
      if (!site.isRunning) return 0;
      const began = Date.now();
      const code = await site.end("SIGTERM");
      if (code !== 0) throw new Error(`a copy ended with ${code ?? "a signal"}`);
      return Date.now() - began;
    },
  };
}

interface Balancer {
  readonly url: string;
  log(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts nginx with deploy/nginx.conf, replacing ports and folders by this machine's. `change` edits the text
 * further. Throws if nginx is not installed.
 */
export async function startBalancer(
  ports: readonly [number, number],
  port: number,
  change: (configuration: string) => string = (text) => text,
): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), "vetura-nginx-"));
  const example = await readFile("deploy/nginx.conf", "utf8");
  const site = change(
    example
      .replace("127.0.0.1:3001", `127.0.0.1:${ports[0]}`)
      .replace("127.0.0.1:3002", `127.0.0.1:${ports[1]}`)
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replace("/var/cache/nginx/vetura", join(folder, "cache")),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(
    join(folder, "nginx.conf"),
    [
      process.getuid?.() === 0 ? "user root;" : "",
      "worker_processes 1;",
      `pid ${join(folder, "nginx.pid")};`,
      `error_log ${join(folder, "error.log")} warn;`,
      "events { worker_connections 1024; }",
      `http { access_log off; ${temporary.join(" ")} include ${join(folder, "site.conf")}; }`,
    ].join("\n"),
  );
  const program = process.env["NGINX"] ?? "nginx";
  const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin` },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = once(child, "exit").catch((error: unknown) => error);
  const failed = new Promise<never>((_, reject) => {
    child.once("error", (error) =>
      reject(new Error(`nginx is needed and can't be run (apt-get install nginx): ${error.message}`)),
    );
    child.once("exit", (code) => reject(new Error(`nginx ended with ${code}`)));
  });
  failed.catch(() => {});
  const url = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<void> => {
    while (
      !(await fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      ))
    )
      await sleep(20);
  };
  await Promise.race([answers(), failed]);
  return {
    url,
    log: () => readFile(join(folder, "error.log"), "utf8").catch(() => ""),
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface CopiesOptions {
  /** Environment of both copies. */
  readonly env?: Readonly<Record<string, string>>;
  /** Edits nginx's configuration. */
  readonly change?: (configuration: string) => string;
  /** Puts PgBouncer before the database. */
  readonly pooled?: boolean;
  /** The folder whose sources the copies are started from. */
  readonly root?: string;
}

export async function startCopies(options: CopiesOptions = {}): Promise<Copies> {
  const { env = {}, change, pooled = false, root } = options;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    // The first copy migrates the database, with its own version's migrations if `root` is another version.
    const database = await startEmptyDatabase();
    closing.push(() => database.stop());
    const store = await startS3Store(join(database.folder, "s3"));
    closing.push(() => store.close());
    const pooler = pooled ? await startPooler(database.url) : null;
    if (pooler !== null) closing.push(() => pooler.stop());
    const [port, one, two] = [await freePort(), await freePort(), await freePort()];
    const admin = { email: "admin@example.com", password: "fjalëkalim-i-gjatë" };
    const shared = {
      ...process.env,
      NODE_ENV: "production",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      ...(pooler === null ? {} : { DATABASE_POOL_URL: pooler.url }),
      DEMO: "0",
      TRUSTED_PROXIES: "127.0.0.1",
      ...store.env,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    };
    const made = [one, two].map((each) => startCopy(shared, each, join(database.folder, `copy-${each}`)));
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error("two copies are two");
    for (const copy of [first, second]) {
      await mkdir(copy.folder, { recursive: true });
      await copy.start(root);
      closing.push(() => copy.stop());
    }
    const balancer = await startBalancer([one, two], port, change);
    closing.push(() => balancer.stop());
    return {
      url: balancer.url,
      copies: [first, second],
      admin,
      database,
      balancerLog: () => balancer.log(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
