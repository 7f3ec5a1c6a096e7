import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createLogger } from "#server/log.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { hasGivenUp, lastFailedAt } from "./jobs.queries.ts";
import { createJobs, defineTask, type Jobs, type ScheduledTask, type Task } from "./jobs.ts";
import { createSweeps } from "./sweeps.ts";

let database: TestDatabase;
const begun: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await Promise.all([1, 2, 3].map(() => jobsWith({}).prepare()));
});
afterEach(async () => {
  await Promise.all(begun.splice(0).map((jobs) => jobs.stop()));
});
afterAll(() => database.close());

const lines: string[] = [];
const log = createLogger((line) => lines.push(line));

function jobsWith(tasks: Record<string, Task>, schedule: Record<string, ScheduledTask> = {}): Jobs {
  const jobs = createJobs({ db: database.db, url: database.url, log, tasks, schedule });
  begun.push(jobs);
  return jobs;
}

async function queued(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(
    database.db,
  );
  return rows[0]?.n ?? -1;
}

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 10_000, interval: 25 });

test("a scheduled task with the name of another task is refused at start", () => {
  const once = { once: defineTask(z.object({}), async () => {}) };
  const byClock = { cron: "* * * * *", run: async () => {} };
  expect(() => jobsWith(once, { once: byClock })).toThrow("A task and a scheduled task are named once.");
  expect(() => jobsWith(once, { once: { ...byClock, isTask: true } })).not.toThrow();
});

test("a job that a stop interrupts is tried again, and the log shows no fault", async () => {
  const stop = new AbortController();
  let begun = false;
  const tasks = {
    long: defineTask(z.object({}), async () => {
      begun = true;
      await sleep(60_000, undefined, { signal: stop.signal });
    }),
  };
  const jobs = jobsWith(tasks);
  await jobs.start();
  const before = lines.length;
  await jobs.addJob("long", {});
  await eventually(() => expect(begun).toBe(true));
  stop.abort();
  await jobs.stop();
  expect(await queued()).toBe(1);
  const logged = lines.slice(before).join("");
  expect(logged).toContain("job.interrupted");
  expect(logged).not.toMatch(/"level":"(?:warn|error)"/);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

test("a job is done once by one of two processes and then deleted", async () => {
  const done: number[] = [];
  const tasks = {
    note: defineTask(z.object({ number: z.number() }), async ({ number }) => {
      done.push(number);
    }),
  };
  const [first, second] = [jobsWith(tasks), jobsWith(tasks)];
  await Promise.all([first.start(), second.start()]);
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  await Promise.all(numbers.map((number) => first.addJob("note", { number })));
  await eventually(async () => expect(await queued()).toBe(0));
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers);
});

test("a job of a rolled-back transaction is never done", async () => {
  const jobs = jobsWith({ never: defineTask(z.object({}), async () => {}) });
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await jobs.addJob("never", {}, { trx });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await queued()).toBe(0);
});

test("a failed job is tried again", async () => {
  let tries = 0;
  const jobs = jobsWith({
    shaky: defineTask(z.object({}), async () => {
      tries += 1;
      if (tries === 1) throw new Error("not this time");
    }),
  });
  await jobs.start();
  await jobs.addJob("shaky", {});
  await eventually(async () => {
    expect(tries).toBe(2);
    expect(await queued()).toBe(0);
  });
});

test("a job that has given up says when it failed", async () => {
  const jobs = jobsWith({
    broken: defineTask(z.object({}), async () => {
      throw new Error("never");
    }),
  });
  const begun = new Date();
  await jobs.start();
  await jobs.addJob("broken", {}, { maxAttempts: 1 });
  await eventually(async () => {
    const { rows } = await sql<{ at: Date }>`
      select ${lastFailedAt} as at from graphile_worker.jobs where ${hasGivenUp}`.execute(database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(begun.getTime());
    expect(rows[0]?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

test("jobs of one line are done one after the other, others meanwhile", async () => {
  const begun: string[] = [];
  const ends = new Map(["first", "second", "other"].map((name) => [name, Promise.withResolvers<void>()]));
  const jobs = jobsWith({
    long: defineTask(z.object({ name: z.string() }), async ({ name }) => {
      begun.push(name);
      await ends.get(name)?.promise;
    }),
  });
  await jobs.start();
  for (const name of ["first", "second"]) await jobs.addJob("long", { name }, { line: "stock" });
  await jobs.addJob("long", { name: "other" });
  await eventually(() => expect(begun.toSorted()).toEqual(["first", "other"]));
  ends.get("first")?.resolve();
  await eventually(() => expect(begun).toContain("second"));
  for (const { resolve } of ends.values()) resolve();
  await eventually(async () => expect(await queued()).toBe(0));
});

test("a job for an unknown task cannot be queued", async () => {
  await expect(jobsWith({}).addJob("nothing", {})).rejects.toThrow("there is no task nothing");
});

test("the job of a killed process is taken over, and the job of a running one is not", async () => {
  const done: string[] = [];
  const release = Promise.withResolvers<void>();
  const tasks = {
    slow: defineTask(z.object({ name: z.string() }), async ({ name }) => {
      done.push(name);
      if (name === "long") await release.promise;
    }),
  };
  const running = jobsWith(tasks);
  await running.start();
  await running.addJob("slow", { name: "long" });
  await eventually(() => expect(done).toEqual(["long"]));

  await running.addJob("slow", { name: "orphan" }, { runAt: new Date(Date.now() + 3_600_000) });
  await sql`
    update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), run_at = now()
    where locked_by is null`.execute(database.db);
  await jobsWith(tasks).start();
  // Looked for at the start and every 15 seconds: on a busy machine the first look may fail.
  await vi.waitFor(() => expect(done).toEqual(["long", "orphan"]), { timeout: 35_000, interval: 25 });
  release.resolve();
  await eventually(async () => expect(await queued()).toBe(0));
  expect(done).toEqual(["long", "orphan"]);
}, 60_000);

test("jobs go on after all connections were cut", async () => {
  const done: number[] = [];
  const jobs = jobsWith({
    note: defineTask(z.object({ number: z.number() }), async ({ number }) => {
      done.push(number);
    }),
  });
  await jobs.start();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'vetura'`.execute(
    database.db,
  );
  await jobs.addJob("note", { number: 1 });
  await eventually(() => expect(done).toEqual([1]));
});

/** Which of these names a column contains as hashes. */
const named = (column: string, names: string) =>
  sql<{ name: string }>`select n as name from unnest(string_to_array(${names}, ' ')) n
    where exists (select from ${sql.raw(column.split(".")[0] ?? "")} where ${sql.ref(column)} = sha256(n::bytea)) order by n`;

function rename(from: string, to: string): Promise<unknown> {
  return sql`alter table graphile_worker.${sql.id(from)} rename to ${sql.id(to)}`.execute(database.db);
}

test("a worker whose first query fails does its jobs once the database answers", async () => {
  const done = vi.fn();
  const jobs = jobsWith({ late: defineTask(z.object({}), async () => done()) });
  await rename("_private_tasks", "_private_tasks_away");
  try {
    await jobs.start();
    // Its query fails: there is no such table.
    await eventually(() => expect(lines).toContainEqual(expect.stringContaining("_private_tasks")));
  } finally {
    await rename("_private_tasks_away", "_private_tasks");
  }
  await jobs.addJob("late", {});
  await eventually(() => expect(done).toHaveBeenCalledOnce());
});

test("the sweeps delete what has expired and nothing else", async () => {
  const { db } = database;
  await sql`
    insert into users (id, first_name, last_name, email, password_hash)
    values ('01900000-0000-7000-8000-000000000001', 'A', 'B', 'a@example.com', 'x');
  `.execute(db);
  await sql`
    insert into sessions (id, user_id, cookie_hash, created_at, last_used_at)
    select gen_random_uuid(), '01900000-0000-7000-8000-000000000001', sha256(name::bytea),
      now() - opened::interval, now() - used::interval
    from (values ('idle', '40 days', '31 days'), ('old', '181 days', '1 day'), ('open', '179 days', '29 days'))
      as s (name, opened, used)`.execute(db);
  // first <- second (used) <- third: the first is replaced for good, the other two may still be in use.
  await sql`
    insert into bearer_tokens (hash, session_id, expires_at, replaces, first_used_at)
    select sha256(t.name::bytea), s.id, now() - interval '2 days', sha256(t.replaces::bytea), t.used::timestamptz
    from (values ('first', null, null), ('second', 'first', '2026-01-01'), ('third', 'second', null))
      as t (name, replaces, used), sessions s where s.cookie_hash = sha256('open')`.execute(db);
  await sql`
    insert into password_resets (token_hash, user_id, expires_at)
    select sha256(name::bytea), '01900000-0000-7000-8000-000000000001', now() + due::interval
    from (values ('past', '-2 days'), ('good', '10 minutes')) as r (name, due)`.execute(db);
  await sql`
    insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
    select '01900000-0000-7000-8000-000000000001', 'POST /api/cars', name, ''::bytea, now() - age::interval
    from (values ('old', '25 hours'), ('young', '23 hours')) as k (name, age)`.execute(db);
  await sql`
    insert into rate_limits (key, points, expire)
    select name, 1, (extract(epoch from now() + due::interval) * 1000)::bigint
    from (values ('past', '-1 hour'), ('running', '1 hour')) as l (name, due)`.execute(db);

  const sweeps = createSweeps(db);
  const signal = new AbortController().signal;
  for (const sweep of Object.values(sweeps)) await sweep.run(signal);

  const left = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
    (await statement.execute(db)).rows.map(({ name }) => name);
  expect(await left(named("sessions.cookie_hash", "idle old open"))).toEqual(["open"]);
  expect(await left(named("bearer_tokens.hash", "first second third"))).toEqual(["second", "third"]);
  expect(await left(named("password_resets.token_hash", "past good"))).toEqual(["good"]);
  expect(await left(sql`select key as name from idempotency_keys`)).toEqual(["young"]);
  expect(await left(sql`select key as name from rate_limits`)).toEqual(["running"]);
});
