import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { uploadedPhoto } from "#contract/photos.ts";
import { openRecord } from "#bench/soak/record.ts";
import { startCopies } from "./copies.ts";
import { carForm } from "#bench/soak/payer.ts";

/**
 * Concurrent visitors, and their maximum think time in ms: what one freshly started copy can serve alone on
 * two cores shared with the load. More would be shed as overload, as intended.
 */
const visitors = 6;
const maxLookMs = 300;
/** nginx retries a failed copy after up to two seconds (`fail_timeout` of 1 s, counted in whole seconds). */
export const settleMs = 4_000;

export interface Count {
  requests: number;
  writes: number;
  readonly failures: string[];
}

const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#7a2230" } })
  .jpeg()
  .toBuffer();

/** The checked fields of a car; a copy of the previous version may lack new ones. */
const saved = z.object({ _id: z.string(), price: z.number() });

type Ask = (method: string, path: string, expected: number, body?: unknown) => Promise<string>;

/** Records every answer that differs from the expected one as a failure. */
function asker(url: string, token: string, count: Count): Ask {
  return async (method, path, expected, body) => {
    const isPicture = body instanceof Uint8Array;
    count.requests += 1;
    if (method !== "GET") count.writes += 1;
    const sent =
      body === undefined
        ? {}
        : {
            body: isPicture ? new Uint8Array(body) : JSON.stringify(body),
            headers: { "content-type": isPicture ? "image/jpeg" : "application/json" },
          };
    try {
      const response = await fetch(url + path, {
        method,
        ...sent,
        headers: { ...sent.headers, ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      if (response.status !== expected)
        count.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      return text;
    } catch (error) {
      count.failures.push(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      return "";
    }
  };
}

/** Browses and writes as several visitors until aborted; failures go to `count.failures`. */
export function visitAll(url: string, count: Count, ended: AbortSignal): Promise<unknown> {
  const visiting = Promise.all(
    Array.from({ length: visitors }, (_, n) => visit(url, `visitor-${n}`, count, ended)),
  );
  visiting.catch((error: unknown) => count.failures.push(String(error)));
  return visiting;
}

/** One visitor, until aborted: two of five requests are writes, most of them POSTs. */
async function visit(url: string, name: string, count: Count, ended: AbortSignal): Promise<void> {
  const guest = asker(url, "", count);
  const email = `${name}-${Date.now()}@example.com`;
  const person = { firstName: "Arta", lastName: "Krasniqi", email, password: "fjalëkalim-1" };
  const registered = await guest("POST", "/api/register", 201, person);
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(registered));
  const ask = asker(url, token, count);
  const upload = async () =>
    uploadedPhoto.parse(JSON.parse(await ask("POST", "/api/photos", 201, new Uint8Array(jpeg)))).url;
  const photo = await upload();
  const mine = saved.parse(
    JSON.parse(await ask("POST", "/api/cars", 201, { ...carForm, images: [photo] })),
  )._id;
  let price = carForm.price;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => guest("GET", "/", 200),
    () => guest("GET", "/search?brand=Renault", 200),
    () => guest("GET", `/car/${mine}`, 200),
    () => guest("GET", "/api/cars?limit=12", 200),
    () => guest("GET", photo, 200),
    () => ask("GET", "/api/me", 200),
    () => ask("GET", "/api/cars/my", 200),
    () => guest("POST", `/api/cars/${mine}/contact`, 200),
    () => ask("POST", "/api/refresh-token", 200),
    () => ask("POST", "/api/photos", 201, new Uint8Array(jpeg)),
    () => {
      price += 10;
      return ask("PUT", `/api/cars/${mine}`, 200, { ...carForm, price, images: [photo] });
    },
    async () => {
      await ask("PUT", `/api/cars/${mine}/sold`, 200);
      await ask("PUT", `/api/cars/${mine}/unsold`, 200);
    },
  ];
  while (!ended.aborted) {
    await steps[Math.floor(Math.random() * steps.length)]?.();
    await sleep(Math.random() * maxLookMs);
  }
  // The car must have the last acknowledged price.
  const own = saved.parse(JSON.parse(await ask("GET", `/api/cars/${mine}`, 200)));
  if (own.price !== price) count.failures.push(`${mine} costs ${own.price} instead of ${price}`);
}

/**
 * Rolling restarts of two copies behind nginx under load, until `given` are on record: no request may fail
 * (specification.md#reliability).
 */
export async function runRolling(given = "20"): Promise<void> {
  const goal = Number(given);
  const record = await openRecord(join("data", "chaos", "rolling.jsonl"));
  const site = await startCopies({ env: { RATE_LIMITS: "off" } });
  const count: Count = { requests: 0, writes: 0, failures: [] };
  const ending = new AbortController();
  const visiting = visitAll(site.url, count, ending.signal);
  try {
    await sleep(settleMs);
    while (record.rounds() < goal) {
      const began = Date.now();
      const before = { ...count };
      const times: number[] = [];
      for (const copy of site.copies) {
        times.push(await copy.stop(), await copy.start());
        await sleep(settleMs);
      }
      const requests = count.requests - before.requests;
      const passed = count.failures.length === 0;
      const detail = { requests, writes: count.writes - before.writes, stopsAndStarts: times };
      await record.add({
        seed: record.nextSeed(),
        rounds: 1,
        passed,
        seconds: Math.round((Date.now() - began) / 1000),
        detail: passed ? detail : { ...detail, failures: count.failures.slice(0, 20) },
      });
      console.log(`${record.rounds()} of ${goal}: ${JSON.stringify(detail)}`);
      if (!passed) throw new Error(`failed:\n${count.failures.slice(0, 20).join("\n")}`);
    }
    ending.abort();
    await visiting;
    if (count.failures.length > 0) throw new Error(`failed:\n${count.failures.join("\n")}`);
  } finally {
    ending.abort();
    await visiting.catch(() => {});
    if (count.failures.length > 0) console.error(await site.balancerLog());
    await site.close();
  }
}
