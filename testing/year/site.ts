import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseCronItems } from "graphile-worker";
import { z } from "zod";
import { startSandbox, type RunningSandbox } from "#sandbox/start.ts";
import { freePort } from "#testing/free-port.ts";
import { setClockOffset } from "./clock.ts";
import { type ClockedDatabase, startClockedDatabase } from "./clocked-database.ts";
import { type MailCatcher, startMailCatcher } from "./mail-catcher.ts";
import { vinMark } from "./mileage-rule.ts";
import { fromCopy, type ToCopy } from "./messages.ts";

export interface YearAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface YearCall {
  readonly token?: string;
  readonly body?: unknown;
  readonly raw?: Uint8Array<ArrayBuffer> | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address, for statistics and limits. */
  readonly address?: string;
  /** 0 or 1: which copy is called; alternates by default. */
  readonly copy?: number;
}

/** Two copies of the site, the provider and the mail server, all with one clock. */
export interface YearSite {
  readonly database: ClockedDatabase;
  readonly provider: RunningSandbox;
  readonly mail: MailCatcher;
  readonly admin: { readonly email: string; readonly password: string };
  readonly publicUrl: string;
  /** Milliseconds by the simulator's clock. */
  now(): number;
  /** Sets the clock, queues each scheduled task that was due meanwhile once, and settles. */
  jumpTo(moment: number): Promise<void>;
  /** Resolves when nothing is due: no webhook, no job, no alert. */
  runUntilIdle(): Promise<void>;
  /** Stores the visitors' events that the copies have buffered. */
  flush(): Promise<void>;
  call(request: string, call?: YearCall): Promise<YearAnswer>;
  /** Kills a copy (SIGKILL) and starts it again. */
  killCopy(which: number): Promise<void>;
  /** Stops a copy (SIGTERM) and starts it again. */
  restartCopy(which: number): Promise<void>;
  /** What no log may contain: lines of level warn and error, answers of 5xx. */
  readonly faults: readonly string[];
  /** Successful calls of each endpoint of the contract, by "METHOD /path". */
  readonly calls: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Warnings that the stories cause: the provider refuses to refund a disputed charge. */
const expectedLines = [/"payments\.desk_refund_refused".*"reason":"charge_disputed"/];

const maxStartMs = 60_000;
const maxFaults = 500;
const maxSettleMs = 60_000;
/** A browser, because the statistics ignore programs. */
const browser =
  "Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

interface Copy {
  readonly url: string;
  start(): Promise<Readonly<Record<string, string>>>;
  tell(message: Omit<ToCopy, "id"> & Partial<ToCopy>): Promise<void>;
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

const logLine = z.looseObject({ level: z.string(), event: z.string() });

function createCopy(env: NodeJS.ProcessEnv, port: number, onLine: (line: string) => void): Copy {
  let child: ChildProcess | null = null;
  let told = 0;
  const waiting = new Map<number, () => void>();
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      const running = spawn(process.execPath, ["testing/year/copy-process.ts"], {
        env: { ...env, PORT: String(port), NODE_OPTIONS: "--import ./testing/year/clock.ts" },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      child = running;
      if (running.stdout !== null) createInterface(running.stdout).on("line", onLine);
      if (running.stderr !== null) createInterface(running.stderr).on("line", onLine);
      return new Promise((resolve, reject) => {
        const tooLong = setTimeout(() => reject(new Error("a copy did not start")), maxStartMs);
        running.on("message", (sent) => {
          const message = fromCopy.parse(sent);
          if ("ready" in message) {
            clearTimeout(tooLong);
            resolve(message.ready);
            return;
          }
          waiting.get(message.done)?.();
          waiting.delete(message.done);
        });
        running.once("exit", (code, signal) => {
          clearTimeout(tooLong);
          reject(new Error(`a copy ended with ${code ?? signal}`));
        });
      });
    },
    tell: async (message) => {
      told += 1;
      const id = told;
      const done = new Promise<void>((resolve) => waiting.set(id, resolve));
      child?.send({ ...message, id });
      await Promise.race([
        done,
        sleep(10_000, undefined, { ref: false }).then(() => {
          throw new Error("a copy does not answer");
        }),
      ]);
    },
    end: async (signal) => {
      const running = child;
      if (running === null || running.exitCode !== null || running.signalCode !== null) return;
      const exited = once(running, "exit");
      running.kill(signal);
      await exited;
      waiting.clear();
      if (signal === "SIGTERM" && running.exitCode !== 0)
        onLine(JSON.stringify({ level: "error", event: "exit", code: running.exitCode }));
    },
  };
}

/** The simulator's clock, which this process shares. */
const now = (): number => Date.now();

export async function startYearSite({ start }: { readonly start: number }): Promise<YearSite> {
  const closing: (() => Promise<unknown>)[] = [];
  // This process has the clock, too: the provider in it signs and renews by it.
  setClockOffset(0);
  let ahead = start - Date.now();
  setClockOffset(ahead);
  const faults: string[] = [];
  const calls = new Map<string, number>();
  /** A process was killed: the other one frees its jobs and logs that. */
  let wasKilled = false;
  const onLine = (line: string): void => {
    if (line.trim() === "") return;
    if (vinMark.test(line)) faults.push(`log: a number in clear: ${line.slice(0, 900)}`);
    let parsed: z.infer<typeof logLine> | null = null;
    try {
      parsed = logLine.parse(JSON.parse(line));
    } catch {
      // Not a log line: output of Node itself.
    }
    if (parsed !== null && parsed.level !== "error" && parsed.level !== "warn") return;
    if (
      expectedLines.some((expected) => expected.test(line)) ||
      (wasKilled && parsed?.event === "jobs.freed")
    )
      return;
    const said = parsed === null ? line : JSON.stringify({ ...parsed, time: undefined });
    if (faults.length < maxFaults) faults.push(`log: ${said.slice(0, 900)}`);
  };

  const database = await startClockedDatabase();
  closing.push(() => database.close());
  await database.setAhead(ahead);
  const mail = await startMailCatcher(now);
  closing.push(() => mail.close());
  const ports = [await freePort(), await freePort()] as const;
  const publicUrl = `http://localhost:${ports[0]}`;
  const provider = await startSandbox({
    dataDir: join(database.folder, "provider"),
    webhookUrl: `http://127.0.0.1:${ports[0]}/api/payment/webhook`,
  });
  closing.push(() => provider.close());
  provider.control.holdWebhooks();
  const clockFile = join(database.folder, "clock");
  await writeFile(clockFile, String(ahead));
  const admin = { email: "admin@year.example", password: "fjalëkalim-i-gjatë" };
  const env = {
    ...process.env,
    NODE_ENV: "test",
    YEAR_CLOCK: clockFile,
    YEAR_PROVIDER_PORT: new URL(provider.url).port,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
    DATABASE_URL: database.url,
    DATA_DIR: join(database.folder, "data"),
    PUBLIC_URL: publicUrl,
    RATE_LIMITS: "on",
    DEMO: "0",
    SMTP_URL: mail.url,
    MAIL_FROM: "Vetura <info@year.example>",
    TRUSTED_PROXIES: "127.0.0.1",
    SECRET_KEY: "the key of a simulated year, long enough",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    IMPORT_ALLOWED_HOSTS: `localhost:${ports[0]}`,
  };
  const copies = ports.map((port) => createCopy(env, port, onLine));
  const copyOf = (which: number): Copy => {
    const copy = copies[which % copies.length];
    if (copy === undefined) throw new Error("there is no such copy");
    return copy;
  };
  closing.push(() => Promise.all(copies.map((copy) => copy.end("SIGTERM"))));
  let schedule: Readonly<Record<string, string>> = {};
  for (const copy of copies) schedule = await copy.start();
  const crons = parseCronItems(
    Object.entries(schedule).map(([task, match]) => ({ task, match, options: { maxAttempts: 3 } })),
  );

  async function pending(): Promise<number> {
    const { rows } = await database.pool.query<{ due: number }>(`
      select (select count(*) from graphile_worker._private_jobs
        where run_at <= now() and attempts < max_attempts or locked_at is not null)::int
        + (select count(*) from car_events)::int as due`);
    return (rows[0]?.due ?? 0) + provider.control.waitingWebhooks();
  }

  async function runUntilIdle(): Promise<void> {
    const until = performance.now() + maxSettleMs;
    for (;;) {
      await provider.control.releaseWebhooks();
      if ((await pending()) === 0) return;
      if (performance.now() > until) {
        const { rows } = await database.pool.query(`
          select t.identifier, j.attempts, j.last_error, j.run_at, j.locked_by from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where run_at <= now() limit 10`);
        faults.push(`never at rest: ${JSON.stringify(rows)}; ${provider.control.waitingWebhooks()} webhooks`);
        return;
      }
      await sleep(8);
    }
  }

  const flush = async (): Promise<void> => {
    await Promise.all(copies.map((copy) => copy.tell({ do: "flush" })));
  };
  let turn = 0;
  return {
    flush,
    database,
    provider,
    mail,
    admin,
    publicUrl,
    now,
    faults,
    calls,
    runUntilIdle,
    jumpTo: async (moment) => {
      const before = now();
      if (moment <= before) return;
      await runUntilIdle();
      await flush();
      ahead += moment - now();
      setClockOffset(ahead);
      await writeFile(clockFile, String(ahead));
      await database.setAhead(ahead);
      await Promise.all(copies.map((copy) => copy.tell({ do: "clock", ahead })));
      provider.control.catchUp();
      const due = crons
        .filter(({ match, task }) => isDueBetween(match, before, moment) && !isSkipped(task, moment))
        .map(({ task }) => task);
      await database.pool.query(
        `select graphile_worker.add_job(task, '{}'::json, max_attempts => 3, job_key => 'clock:' || task)
        from unnest($1::text[]) as task`,
        [due],
      );
      // Wakes the worker for jobs that the jump made due.
      await database.pool.query(`notify "jobs:insert", '{"count":6}'`);
      await runUntilIdle();
    },
    call: async (request, sent = {}) => {
      const space = request.indexOf(" ");
      const method = request.slice(0, space);
      const path = request.slice(space + 1);
      turn += 1;
      const headers = new Headers({ "user-agent": browser, ...sent.headers });
      headers.set("x-forwarded-for", sent.address ?? "203.0.113.1");
      if (sent.token !== undefined) headers.set("authorization", `Bearer ${sent.token}`);
      if (sent.body !== undefined) headers.set("content-type", "application/json");
      const body = sent.raw ?? (sent.body === undefined ? null : JSON.stringify(sent.body));
      const response = await fetch(`${copyOf(sent.copy ?? turn).url}${path}`, {
        method,
        headers,
        body,
        redirect: "manual",
      });
      const bytes = await response.arrayBuffer();
      const text = new TextDecoder().decode(bytes);
      // Their owner's own export alone has numbers whole.
      if (vinMark.test(text) && path !== "/api/me/export") faults.push(`a number in clear: ${request}`);
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text;
      if (response.status >= 500)
        faults.push(`${response.status}: ${request} answered ${text.slice(0, 500)}`);
      if (response.status < 300) {
        const name = `${method} ${path.split("?", 1)[0] ?? ""}`;
        calls.set(name, (calls.get(name) ?? 0) + 1);
      }
      return { status: response.status, headers: response.headers, body: parsed };
    },
    killCopy: async (which) => {
      wasKilled = true;
      await copyOf(which).end("SIGKILL");
      await copyOf(which).start();
    },
    restartCopy: async (which) => {
      await copyOf(which).end("SIGTERM");
      await copyOf(which).start();
    },
    close: async () => {
      for (const one of closing.toReversed()) await one();
      setClockOffset(0);
    },
  };
}

const minute = 60_000;

/** Fitting prices takes a process and a second or more: here it runs once a week. */
function isSkipped(task: string, moment: number): boolean {
  return task === "learn_prices" && Math.floor(moment / (24 * 60 * minute)) % 7 > 0;
}

type Match = ReturnType<typeof parseCronItems>[number]["match"];

/** True if a scheduled task was due in between. */
function isDueBetween(match: Match, after: number, until: number): boolean {
  for (let at = Math.floor(after / minute) * minute + minute; at <= until; at += minute) {
    const date = new Date(at);
    const digest = {
      min: date.getUTCMinutes(),
      hour: date.getUTCHours(),
      date: date.getUTCDate(),
      month: date.getUTCMonth() + 1,
      dow: date.getUTCDay(),
    };
    if (match(digest)) return true;
  }
  return false;
}
