import { readFile, readdir, truncate } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { startDatabase, startSite } from "#bench/site.ts";
import { register } from "#bench/soak/payer.ts";
import { type SeededRandom, createSeededRandom } from "#testing/seeded-random.ts";
import { type BodyRequest, type BodyTargets, largeForm, makeBody, stalled } from "./body-kinds.ts";
import { percentile } from "#bench/percentile.ts";

/** Maximum time that one request may block the main thread, in ms (specification.md#speed). */
const maxTurnMs = 50;
/** Maximum peak above the memory before, in MB: the body budget, the parsed values and the photo workers. */
const maxMemory = 1_100;
/**
 * Maximum growth left at the end, in MB: the body budget once. V8 and the allocator return pages only while
 * they work, and an idle site does not.
 */
const maxLeft = 320;
/** Maximum growth, in MB, from the second and third burst of large forms over the first. */
const maxGrowth = 60;
/** Maximum time until the memory is released, in ms. */
const maxReturnMs = 90_000;
const maxAnswerMs = 60_000;
const accounts = 8;
const largeForms = 60;
const stalledForms = 40;

interface Sender {
  readonly token: string;
  readonly targets: BodyTargets;
}

interface Outcome {
  /** Null: the connection was closed without an answer. */
  readonly status: number | null;
  readonly ms: number;
  readonly timedOut: boolean;
}

const agent = new Agent({ keepAlive: false });

function send(site: string, body: BodyRequest, token: string): Promise<Outcome> {
  const since = performance.now();
  const { hostname, port } = new URL(site);
  return new Promise((done) => {
    let status: number | null = null;
    let timedOut = false;
    const outgoing = request({
      agent,
      host: hostname,
      port,
      method: body.method,
      path: body.path,
      headers: {
        "Content-Type": body.type,
        ...(body.signedIn ? { Authorization: `Bearer ${token}` } : {}),
        ...(body.length === null ? {} : { "Content-Length": String(body.length) }),
      },
    });
    const longest = setTimeout(() => {
      timedOut = true;
      outgoing.destroy();
    }, maxAnswerMs);
    const over = () => {
      clearTimeout(longest);
      done({ status, ms: performance.now() - since, timedOut });
    };
    outgoing.once("response", (answer) => {
      status = answer.statusCode ?? null;
      answer.resume();
      // After an early refusal the rest of the body need not be sent.
      answer.once("end", () => outgoing.destroy());
      answer.once("error", () => undefined);
    });
    outgoing.once("error", () => undefined);
    outgoing.once("close", over);
    void write(outgoing, body);
  });
}

async function write(outgoing: ReturnType<typeof request>, { pieces, stall }: BodyRequest): Promise<void> {
  let first = true;
  for (const piece of pieces) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await untilDrained(outgoing);
    if (first && stall > 0) await sleep(stall, undefined, { ref: false });
    first = false;
  }
  outgoing.end();
}

function untilDrained(outgoing: ReturnType<typeof request>): Promise<void> {
  return new Promise((go) => {
    const over = () => {
      outgoing.off("drain", over);
      outgoing.off("close", over);
      go();
    };
    outgoing.once("drain", over);
    outgoing.once("close", over);
  });
}

/** PSS of a process and all its descendants, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (one: number): boolean => one === pid || (one > 1 && isBelow(parents.get(one) ?? 0));
  let kB = 0;
  for (const one of [...parents.keys()].filter(isBelow)) {
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, "utf8").catch(() => "");
    kB += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return Math.round(kB / 1024);
}

const turn = z.object({ at: z.number(), worked: z.number(), passed: z.number() });
type Turn = z.infer<typeof turn>;

async function readTurns(file: string): Promise<Turn[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => turn.parse(JSON.parse(line)));
}

interface Tally {
  readonly byStatus: Map<string, number>;
  readonly wrongs: string[];
}

function recordOutcome({ byStatus, wrongs }: Tally, body: BodyRequest, { status, timedOut }: Outcome): void {
  const name = timedOut ? "no answer" : status === null ? "cut" : String(status);
  byStatus.set(name, (byStatus.get(name) ?? 0) + 1);
  if (timedOut) wrongs.push(`${body.kind}: no answer within ${maxAnswerMs / 1000} s`);
  if (status !== null && status >= 500 && status !== 503) wrongs.push(`${body.kind}: ${status}`);
}

/** Loads a page continuously, as an uninvolved visitor; `end` returns each duration in ms. */
function measureBystander(site: string): { end(): Promise<number[]> } {
  const times: number[] = [];
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      const since = performance.now();
      await fetch(`${site}/api/cars?limit=1&page=${1 + (times.length % 50)}`).then((answer) => answer.text());
      times.push(performance.now() - since);
      await sleep(20);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await looking;
      return times;
    },
  };
}

async function sendSequentially(
  site: string,
  senders: readonly Sender[],
  { count, random, tally }: { count: number; random: SeededRandom; tally: Tally },
  loop: string,
): Promise<void> {
  const sent: { kind: string; from: number; to: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const { token, targets } = random.pick(senders);
    const body = makeBody(random, targets);
    const from = Date.now();
    recordOutcome(tally, body, await send(site, body, token));
    // Work started by the request may run in the turn after its answer.
    await sleep(3);
    sent.push({ kind: body.kind, from, to: Date.now() });
  }
  const turns = await readTurns(loop);
  const worst = turns.toSorted((a, b) => b.worked - a.worked);
  console.log(
    `one by one: ${count}; longest turn of the event loop: ${worst[0]?.worked.toFixed(0) ?? "under 20"} ms of work`,
  );
  for (const { at, worked, passed } of worst.slice(0, 5)) {
    const during = sent.find(({ from, to }) => at - worked >= from - 5 && at - worked <= to);
    console.log(
      `  ${worked.toFixed(0)} ms of work in ${passed.toFixed(0)} ms: ${during?.kind ?? "between requests"}`,
    );
  }
  for (const { at, worked } of turns.filter((one) => one.worked > maxTurnMs)) {
    const during = sent.find(({ from, to }) => at - worked >= from - 5 && at - worked <= to);
    tally.wrongs.push(
      `the event loop was held for ${worked.toFixed(0)} ms of work by: ${during?.kind ?? "no request"}`,
    );
  }
}

async function runConcurrently(bodies: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const left = [...bodies];
  const lane = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function createSenders(site: string, stamp: number): Promise<Sender[]> {
  const pictures = await Promise.all(
    [1, 2, 3].map((n) =>
      sharp({
        create: {
          width: 640 * n,
          height: 480 * n,
          channels: 3,
          background: "#7a2230",
          noise: { type: "gaussian", mean: 128, sigma: 40 },
        },
      })
        .jpeg()
        .toBuffer(),
    ),
  );
  const senders: Sender[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const { token, carId } = await register(site, `bodies-${n}-${stamp}@example.com`, "seller");
    senders.push({ token, targets: { carId: carId ?? "", pictures } });
  }
  return senders;
}

/** Runs `count` requests against the built product and prints the results; true if every promise was kept. */
export async function fuzzBodies(count: number, seed: number): Promise<boolean> {
  const database = await startDatabase();
  const loop = join(database.folder, "turns.jsonl");
  const watch = resolve("bench/fuzz/event-loop-monitor.ts");
  const site = await startSite(database, { NODE_OPTIONS: `--import=file://${watch}`, LOOP_MONITOR: loop });
  const tally: Tally = { byStatus: new Map(), wrongs: [] };
  const random = createSeededRandom(seed);
  try {
    const senders = await createSenders(site.url, seed);
    // The first requests run cold code; they are not measured.
    const warm: Tally = { byStatus: new Map(), wrongs: [] };
    await sendSequentially(
      site.url,
      senders,
      { count: Math.min(300, count), random, tally: warm },
      `${loop}.none`,
    );
    await truncate(loop).catch(() => undefined);
    const calm = measureBystander(site.url);
    await sleep(3_000);
    const before = await memoryOf(site.pid);
    const undisturbed = await calm.end();

    await sendSequentially(site.url, senders, { count: Math.floor(count / 2), random, tally }, loop);

    let peak = 0;
    const looking = setInterval(() => {
      void memoryOf(site.pid).then((now) => (peak = Math.max(peak, now)));
    }, 500);
    const others = measureBystander(site.url);
    const task = (body: BodyRequest, token: string) => async () =>
      recordOutcome(tally, body, await send(site.url, body, token));
    const crowd = Array.from({ length: count - Math.floor(count / 2) - largeForms - stalledForms }, () => {
      const { token, targets } = random.pick(senders);
      const body = makeBody(random, targets, 2_000_000);
      return task(random.chance(0.01) ? stalled(body, 3_000) : body, token);
    });
    await runConcurrently(crowd, 40);
    const disturbed = await others.end();
    const atForms = measureBystander(site.url);
    const large = (stall: number) => () => {
      const { token, targets } = random.pick(senders);
      const body = largeForm(targets);
      return task(stall > 0 ? stalled(body, stall) : body, token)();
    };
    await Promise.all(Array.from({ length: stalledForms }, () => large(25_000)()));
    await Promise.all(Array.from({ length: largeForms }, () => large(0)()));
    const first = await memoryOf(site.pid);
    for (let again = 0; again < 2; again += 1)
      await Promise.all(Array.from({ length: largeForms }, () => large(0)()));
    const third = await memoryOf(site.pid);
    const besideForms = await atForms.end();
    clearInterval(looking);

    let after = await memoryOf(site.pid);
    const until = Date.now() + maxReturnMs;
    while (after > before + maxLeft && Date.now() < until) {
      await sleep(2_000);
      after = await memoryOf(site.pid);
    }
    const took = Math.round((maxReturnMs - (until - Date.now())) / 1000);

    console.log(`answers: ${[...tally.byStatus].map(([status, times]) => `${status}: ${times}`).join(", ")}`);
    console.log(
      `others' searches, p50 and p95 in ms: alone ${percentile(undisturbed, 0.5).toFixed(0)} and ${percentile(undisturbed, 0.95).toFixed(0)}, beside 40 senders ${percentile(disturbed, 0.5).toFixed(0)} and ${percentile(disturbed, 0.95).toFixed(0)}, beside ${stalledForms} stalled and ${largeForms} whole forms of 38 MB (these three times) ${percentile(besideForms, 0.5).toFixed(0)} and ${percentile(besideForms, 0.95).toFixed(0)}`,
    );
    console.log(
      `memory of all processes (PSS): ${before} MB before, ${peak} MB at the peak, ${after} MB ${took} s after`,
    );
    console.log(`after the first crowd of large forms ${first} MB, after the third ${third} MB`);
    if (third > first + maxGrowth)
      tally.wrongs.push(`memory grew by ${third - first} MB from crowd to crowd`);
    if (peak > before + maxMemory) tally.wrongs.push(`memory rose by ${peak - before} MB`);
    if (after > before + maxLeft) tally.wrongs.push(`${after - before} MB did not come back`);
  } finally {
    await site.stop();
    await database.stop();
  }
  for (const wrong of new Set(tally.wrongs)) console.error(`WRONG: ${wrong}`);
  return tally.wrongs.length === 0;
}
