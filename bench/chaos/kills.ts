import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { openRecord } from "#bench/soak/record.ts";
import { type SeededRandom, createSeededRandom } from "#testing/seeded-random.ts";
import { createKillableSite, type KillableSite, type Victim, victims } from "./killable-site.ts";
import { type Acknowledged, send, write } from "./writers.ts";

/** Concurrent writers. */
const writers = 5;
/** The kill comes after at most maxWrites acknowledged writes or maxLifeMs, while more writes are running. */
const maxWrites = 25;
const maxLifeMs = 10_000;
const maxDelayMs = 150;
/** specification.md#reliability. */
const readyWithin = 5_000;
/**
 * A payment whose payer did not return is settled by the webhook, else by the sweep that runs every minute.
 */
const settledWithin = 90_000;

const count = z.object({ wrong: z.coerce.number() });

/** Each query counts inconsistent rows; all must return 0. */
const invariantQueries: Readonly<Record<string, string>> = {
  "a car without a photo": `
    select count(*) as wrong from cars c where not exists (select from car_photos p where p.car_id = c.id)`,
  "a photo of a car that has no row": `
    select count(*) as wrong from car_photos p where not exists (select from photos f where f.id = p.photo_id)`,
  "a car that was neither free nor paid": `
    select count(*) as wrong from users u
    where (select count(*) from cars c where c.owner_id = u.id)
      > (select count(*) from free_cars f where f.user_id = u.id)
        + (select count(*) from payments p where p.user_id = u.id and p.kind = 'car' and p.status = 'fulfilled')`,
  "a free car used up without a car": `
    select count(*) as wrong from free_cars f where not exists (select from cars c where c.id = f.car_id)`,
  "two cars of one form": `
    select count(*) as wrong from (select description from cars group by description having count(*) > 1) as double`,
  "a session of nobody": `
    select count(*) as wrong from sessions s where not exists (select from users u where u.id = s.user_id)`,
};

async function photosOnDisk(folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const root = join(folder, "photos");
  // There is no folder before the first upload.
  for (const shard of await readdir(root).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const id of await readdir(join(root, shard)))
      found.set(id, (await readdir(join(root, shard, id))).length);
  }
  return found;
}

/** Describes partial data in the database and on disk; empty if there is none. */
async function findPartialData(site: KillableSite): Promise<string[]> {
  const client = new Client(await site.databaseUrl());
  await client.connect();
  try {
    const wrongs: string[] = [];
    for (const [name, query] of Object.entries(invariantQueries)) {
      const { rows } = await client.query(query);
      if (count.parse(rows[0]).wrong !== 0) wrongs.push(name);
    }
    const { rows } = await client.query("select id from photos");
    const ids = z.array(z.object({ id: z.string() })).parse(rows);
    const onDisk = await photosOnDisk(site.folder);
    const whole = Math.max(...onDisk.values());
    const missing = ids.filter(({ id }) => onDisk.get(id) !== whole);
    if (missing.length > 0) wrongs.push(`${missing.length} photos without all their files`);
    return wrongs;
  } finally {
    await client.end();
  }
}

/** Describes acknowledged data that is missing or different. */
async function findLostData(site: string, known: Acknowledged): Promise<string[]> {
  const losses: string[] = [];
  const get = (path: string, token = "") => send(site + path, "GET", token);
  for (const { email, token } of known.people) {
    const me = await get("/api/me", token);
    if (me?.status !== 200) losses.push(`the account ${email}: ${me?.status}`);
  }
  for (const photo of known.photos) {
    const file = await get(photo);
    if (file?.status !== 200) losses.push(`the photo ${photo}: ${file?.status}`);
  }
  for (const { id, token, prices, sold, photo } of known.cars) {
    const answer = await get(`/api/cars/${id}`, token);
    if (answer?.status !== 200) {
      losses.push(`the car ${id}: ${answer?.status}`);
      continue;
    }
    const now = car.parse(JSON.parse(answer.text));
    if (!prices.includes(now.price))
      losses.push(`the car ${id} costs ${now.price}, not ${prices.join(" or ")}`);
    if (sold !== null && now.sold !== sold) losses.push(`the car ${id} is sold: ${now.sold}`);
    if ((await get(photo))?.status !== 200) losses.push(`the photo of the car ${id}`);
  }
  for (const { key, token, form } of known.open) {
    const again = await send(`${site}/api/cars`, "POST", token, form, { "idempotency-key": key });
    if (again?.status !== 201) losses.push(`the form ${key}, sent again: ${again?.status} ${again?.text}`);
  }
  for (const { sessionId } of known.paid) {
    const until = Date.now() + settledWithin;
    for (;;) {
      const verified = await send(`${site}/api/payment/verify-session`, "POST", "", { sessionId });
      if (verified?.status === 200) break;
      if (Date.now() > until) {
        losses.push(`the payment ${sessionId}: ${verified?.status} ${verified?.text}`);
        break;
      }
      await sleep(200);
    }
  }
  return losses;
}

interface Round {
  readonly victim: Victim;
  readonly writes: number;
  readonly readyAfter: number;
}

async function playRound(site: KillableSite, random: SeededRandom, seed: number): Promise<Round> {
  const known: Acknowledged = { people: [], photos: [], cars: [], paid: [], open: [], writes: 0 };
  const ending = new AbortController();
  const writing = Array.from({ length: writers }, (_, n) =>
    write(
      site.url,
      `w${seed}-${n}-${Date.now().toString(36)}`,
      createSeededRandom(seed * 100 + n),
      known,
      ending.signal,
    ),
  );
  const settled = Promise.allSettled(writing);
  const victim = random.pick(victims);
  const enough = 1 + random.below(maxWrites);
  const until = Date.now() + maxLifeMs;
  while (known.writes < enough && Date.now() < until) await sleep(5);
  await sleep(random.next() * maxDelayMs);
  await site.kill(victim);
  // A process that survived its database may report ready for a moment, from a cached check.
  if (victim === "database" || victim === "backend") await sleep(150);
  const readyAfter = await site.restart().catch((error: unknown) => {
    throw new Error(`after killing ${victim}: ${String(error)}`);
  });
  ending.abort();
  const broken = (await settled).filter((each) => each.status === "rejected");
  const refusals = broken.map(({ reason }) => String(reason));
  const wrongs = [...refusals, ...(await findLostData(site.url, known)), ...(await findPartialData(site))];
  if (wrongs.length > 0) throw new Error(`after killing ${victim}: ${wrongs.slice(0, 10).join("; ")}`);
  return { victim, writes: known.writes, readyAfter };
}

/**
 * Kills until `given` rounds are on record: no acknowledged write may be lost, and no partial data may remain
 * (specification.md#reliability).
 */
export async function runKills(given = "500"): Promise<void> {
  const goal = Number(given);
  const record = await openRecord(join("data", "chaos", "kills.jsonl"));
  const site = await createKillableSite();
  let passed = true;
  let slow = 0;
  try {
    await site.start();
    while (record.rounds() < goal && passed) {
      const seed = record.nextSeed();
      const start = Date.now();
      const played = await playRound(site, createSeededRandom(seed), seed).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      passed = !(played instanceof Error);
      const detail = played instanceof Error ? { wrong: played.message } : { ...played };
      await record.add({ seed, rounds: 1, passed, seconds: Math.round((Date.now() - start) / 1000), detail });
      console.log(`${seed}: ${JSON.stringify(detail)}; ${record.rounds()} of ${goal}`);
      if (played instanceof Error) throw played;
      if (played.readyAfter > readyWithin) slow += 1;
    }
    if (slow > 0) throw new Error(`${slow} times not ready within ${readyWithin} ms`);
  } finally {
    // Keeps the data of a failed run for inspection.
    await site.stop(passed);
    if (!passed) console.error(`The data lies in ${site.folder}.`);
  }
}
