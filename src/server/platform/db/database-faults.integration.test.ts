import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createServices, type Services } from "#server/services.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { type FaultyTcpProxy, startFaultyTcpProxy } from "#testing/faulty-tcp-proxy.ts";
import { createDatabase, type Database } from "./connection.ts";
import { type CopyOptions, copyRows } from "./copy-rows.ts";

expectFaults(
  "request.turned_away",
  "alerts.not_woken",
  "prices.not_woken",
  "review.not_woken",
  "review.car_failed",
  "review.signal_failed",
  "search.feed_lost",
  "search.read_failed",
  "search.drifted",
  "settings.not_read",
  "photo_twins.car_failed",
  "database.connection_lost",
  "jobs.worker",
  "jobs.interrupted",
  "jobs.guard_failed",
  "jobs.freed",
  "jobs.left",
  "job.failed",
);

// Short here; what the product waits is these plus the statement's own limit of ten seconds.
const statementTimeout = 1_000;
const connectionTimeout = 800;
/** Whoever waits for a connection and then for an answer has been told by then. */
const maxAnswerMs = statementTimeout + 500 + connectionTimeout + 1_000;
const recoverWithin = 5_000;
/** A queue's stop is 8 s for its jobs and one for its own connection (jobs.ts); the rest is the machine's. */
const maxJobsStopMs = 12_000;

let near: TestApp;
let seller: TestUser;
let proxy: FaultyTcpProxy;
let database: Database;
let services: Services;
let app: ReturnType<typeof createApp>;
let dataDir: string;
let farUrl: string;

const startProxy = () => {
  const host = new URL(near.database.url).searchParams.get("host");
  return startFaultyTcpProxy({ path: `${host}/.s.PGSQL.5432` });
};

function urlBehind(which: FaultyTcpProxy): string {
  const far = new URL(near.database.url);
  far.hostname = "127.0.0.1";
  far.port = String(which.port);
  far.search = "";
  return far.href;
}

beforeAll(async () => {
  // Whoever prepares and looks stands beside the database; the site that is tested is behind the proxy.
  near = await createTestApp();
  seller = await near.registerUser();
  proxy = await startProxy();
  farUrl = urlBehind(proxy);
  dataDir = await mkdtemp(join(tmpdir(), "vetura-faults-"));
  database = createDatabase(farUrl, {
    log: watchedLog,
    maxConnections: 5,
    statementTimeout,
    connectionTimeout,
  });
  services = createServices({
    config: loadConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: farUrl,
      RATE_LIMITS: "off",
      NODE_ENV: "test",
    }),
    db: database.db,
    pool: database.pool,
    databaseUrl: farUrl,
    log: watchedLog,
  });
  await services.prepare();
  await services.start();
  app = createApp(services);
});

afterEach(() => {
  proxy.setState({ kind: "working" });
});

afterAll(async () => {
  proxy?.setState({ kind: "working" });
  await services?.stop();
  await database?.close();
  await proxy?.close();
  await near?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; ms: number; headers: Headers }> {
  const since = performance.now();
  const request = new Request(`http://localhost:3000${path}`, init);
  const response = await app.fetch(request, { remoteAddress: "127.0.0.1" });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - since, headers: response.headers };
}

const asSeller = () => ({ headers: { Authorization: `Bearer ${seller.token}` } });
const wrongLogin = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ email: "nobody@example.com", password: "wrong-password" }),
};

/** People who do all sorts of things at once, more of them than there are connections. */
async function crowd(carId: string) {
  const asked = Array.from({ length: 4 }, () => [
    ask(`/api/cars/${carId}`),
    ask("/api/cars/my", asSeller()),
    ask("/api/me", asSeller()),
    ask("/api/login", wrongLogin),
  ]);
  return Promise.all(asked.flat());
}

/** Mails sent so far. */
const mails = async () => (await readdir(join(dataDir, "outbox")).catch(() => [])).length;

/** The site is whole: people are served, a new car is found, mail is sent by a job. */
async function expectRecovery(since: number): Promise<void> {
  const left = () => recoverWithin - (performance.now() - since);
  await expect
    .poll(async () => (await ask("/api/cars/my", asSeller())).status, { timeout: left(), interval: 50 })
    .toBe(200);
  const car = await near.publishCar(seller);
  await expect
    .poll(async () => services.search.rowVersionOf(car._id), { timeout: left(), interval: 50 })
    .not.toBeNull();
  const before = await mails();
  const forgot = await ask("/api/password/forgot", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: seller.email }),
  });
  expect(forgot.status).toBe(204);
  await expect.poll(mails, { timeout: Math.max(left(), 1_000), interval: 50 }).toBeGreaterThan(before);
}

function expectServedOrToldInTime(answers: Awaited<ReturnType<typeof crowd>>): void {
  for (const { status, ms, headers } of answers) {
    expect([200, 401, 503]).toContain(status);
    if (status === 503) expect(headers.get("retry-after")).not.toBeNull();
    expect(ms).toBeLessThan(maxAnswerMs);
  }
}

test("a slow database makes the site slow and breaks nothing", async () => {
  const car = await near.publishCar(seller);
  proxy.setState({ kind: "slow", ms: 60 });
  expectServedOrToldInTime(await crowd(car._id));
  expect((await ask(`/api/cars/${car._id}`)).status).toBe(200);
  proxy.setState({ kind: "working" });
  await expectRecovery(performance.now());
});

test("a database that says nothing: 503 in bounded time, and whole again once it speaks", async () => {
  const car = await near.publishCar(seller);
  await crowd(car._id);
  proxy.setState({ kind: "stalled" });
  const answers = await crowd(car._id);
  expectServedOrToldInTime(answers);
  expect(answers.map(({ status }) => status)).toContain(503);
  proxy.setState({ kind: "working" });
  await expectRecovery(performance.now());
});

test("a database that is cut off: 503 at once, and whole again once it is there", async () => {
  const car = await near.publishCar(seller);
  await crowd(car._id);
  proxy.setState({ kind: "reset" });
  expectServedOrToldInTime(await crowd(car._id));
  const again = await ask("/api/cars/my", asSeller());
  expect(again.status).toBe(503);
  expect(again.ms).toBeLessThan(connectionTimeout + 500);
  await sleep(1_500);
  proxy.setState({ kind: "working" });
  await expectRecovery(performance.now());
});

test("a caller who would wait in vain for a connection is refused at once", async () => {
  const waiting = Array.from({ length: 80 }, () => ask("/api/cars/my", asSeller()));
  proxy.setState({ kind: "stalled" });
  const answers = await Promise.all([
    ...waiting,
    ...Array.from({ length: 80 }, () => ask("/api/me", asSeller())),
  ]);
  const quick = answers.filter(({ status, ms }) => status === 503 && ms < connectionTimeout / 2);
  expect(quick.length).toBeGreaterThan(0);
  proxy.setState({ kind: "working" });
  await expectRecovery(performance.now());
});

test("a job whose end the database cannot be told ends nothing else, and is done again once it can", async () => {
  let runs = 0;
  const jobs = createJobs({
    db: near.database.db,
    url: farUrl,
    log: watchedLog,
    tasks: {
      cut_at_its_end: {
        run: async () => {
          runs += 1;
          if (runs === 1) proxy.setState({ kind: "reset" });
        },
      },
    },
  });
  await jobs.start();
  try {
    await jobs.addJob("cut_at_its_end", {});
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    await sleep(1_000);
    proxy.setState({ kind: "working" });
    const left = async () =>
      (
        await sql`select from graphile_worker.jobs where task_identifier = 'cut_at_its_end'`.execute(
          near.database.db,
        )
      ).rows.length;
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
    expect(runs).toBe(2);
  } finally {
    await jobs.stop();
  }
});

test("a queue that could not store two jobs' ends goes on, also while a third job does not end", async () => {
  const runs = [0, 0, 0];
  let others = 0;
  const lastEnds = Promise.withResolvers<void>();
  const jobs = createJobs({
    db: near.database.db,
    url: farUrl,
    log: watchedLog,
    tasks: {
      end_in_vain: {
        run: async (payload) => {
          const { index } = z.object({ index: z.number() }).parse(payload);
          const run = (runs[index] = (runs[index] ?? 0) + 1);
          if (run > 1) return;
          await expect.poll(() => runs).not.toContain(0);
          proxy.setState({ kind: "stalled" });
          await sleep(100 * index);
          if (index < 2) return;
          await lastEnds.promise;
          throw new Error("in vain");
        },
      },
      other: {
        run: async () => {
          others += 1;
        },
      },
    },
  });
  await jobs.start();
  try {
    for (const index of runs.keys()) await jobs.addJob("end_in_vain", { index });
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual([1, 1, 1]);
    // The fault: silent for half a second, while two ends are sent, then cut for another.
    await sleep(500);
    proxy.setState({ kind: "reset" });
    await sleep(500);
    proxy.setState({ kind: "working" });
    await jobs.addJob("other", {});
    await expect.poll(() => others, { timeout: recoverWithin }).toBe(1);
    lastEnds.resolve();
    // Those of the former worker are freed once its statements have timed out.
    await expect.poll(() => runs, { timeout: 30_000 }).toEqual([2, 2, 2]);
  } finally {
    await jobs.stop();
  }
}, 60_000);

describe("on a proxy of their own", () => {
  let own: FaultyTcpProxy;
  beforeEach(async () => {
    own = await startProxy();
  });
  afterEach(() => own.close());

  test("a copy of rows ends when its connection has died without a word, and at once when it is told to", async () => {
    const numbers = sql<{ n: number }>`select n from generate_series(1, 3000000) n`.compile(near.database.db);
    const read = async (options: CopyOptions, afterFirst: () => void) => {
      let batches = 0;
      for await (const rows of copyRows<{ n: number }>(urlBehind(own), numbers, options)) {
        expect(rows.length).toBeGreaterThan(0);
        if (++batches === 1) afterFirst();
      }
    };
    const lost = read({ maxSilenceMs: 500 }, () => own.blackHoleConnections());
    await expect(lost).rejects.toThrow("The database sent nothing for 500 ms.");
    const stop = new AbortController();
    const stopped = read({ signal: stop.signal }, () => {
      own.blackHoleConnections();
      setImmediate(() => stop.abort());
    });
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a queue stops although its connections have died without a word", async () => {
    const jobs = createJobs({ db: near.database.db, url: urlBehind(own), log: watchedLog, tasks: {} });
    await jobs.start();
    own.blackHoleConnections();
    const since = performance.now();
    await jobs.stop();
    expect(performance.now() - since).toBeLessThan(maxJobsStopMs);
  });

  test("a stop leaves a job that does not heed its signal, and another process does it", async () => {
    let runs = 0;
    const { promise: never } = Promise.withResolvers<void>();
    const tasks = {
      unheeding: {
        run: async () => {
          runs += 1;
          if (runs === 1) await never;
        },
      },
    };
    const withTask = () =>
      createJobs({ db: near.database.db, url: near.database.url, log: watchedLog, tasks });
    const [jobs, others] = [withTask(), withTask()];
    await jobs.start();
    await jobs.addJob("unheeding", {});
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    const since = performance.now();
    await jobs.stop();
    expect(performance.now() - since).toBeLessThan(maxJobsStopMs);
    await others.start();
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(2);
    await others.stop();
  }, 60_000);
});

test("connections that died without a word are found out and replaced, the listening ones too", async () => {
  const car = await near.publishCar(seller);
  await crowd(car._id);
  proxy.blackHoleConnections();
  expectServedOrToldInTime(await crowd(car._id));
  // Whoever was asked something found out; the others went with them.
  expectServedOrToldInTime(await crowd(car._id));
  expect((await ask("/api/cars/my", asSeller())).status).toBe(200);
  // The index is notified of changes again after its next heartbeat.
  const { _id } = await near.publishCar(seller);
  await expect
    .poll(() => services.search.rowVersionOf(_id), { timeout: 12_000, interval: 100 })
    .not.toBeNull();
});
