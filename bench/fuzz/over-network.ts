import { Agent, request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { type BenchSite, startDatabase, startSite } from "#bench/site.ts";
import { register, signIn, uploadPhoto } from "#bench/soak/payer.ts";
import { type SeededRandom, createSeededRandom } from "#testing/seeded-random.ts";
import { fuzzHints } from "#testing/fuzz/fuzz-hints.ts";
import {
  type FuzzPerson,
  type FuzzRequest,
  type FuzzWorld,
  makeRequest,
} from "#testing/fuzz/make-request.ts";
import { findLogFaults } from "#testing/log-faults.ts";
import { makeMalformed, sendMalformed } from "#testing/fuzz/malformed.ts";

const maxAnswerMs = 8_000;
const atOnce = 6;
/** Share of requests that are malformed HTTP. */
const malformedShare = 0.2;
const lookEvery = 500;

const admin = { email: "admin@example.com", password: "fjalëkalim-i-gjatë" };
async function createFuzzWorld(site: BenchSite): Promise<FuzzWorld> {
  const people: FuzzPerson[] = [];
  const ids: string[] = ["01920000-0000-7000-8000-000000000000", "10001", "1"];
  const images: string[][] = [];
  for (const n of [1, 2]) {
    const email = `fuzz-${n}-${Date.now()}@example.com`;
    const { token, carId } = await register(site.url, email, "seller");
    if (carId !== null) ids.push(carId);
    const photo = await uploadPhoto(site.url, token);
    images.push([photo]);
    ids.push(photo.split("/")[2] ?? "");
    const { id, ...secrets } = await signIn(site.url, { email, password: "fjalëkalim-1" });
    ids.push(id);
    people.push(secrets);
  }
  const { id: adminId, ...secrets } = await signIn(site.url, admin);
  people.push(secrets);
  ids.push(adminId);
  const picture = await sharp({ create: { width: 48, height: 36, channels: 3, background: "#36c" } })
    .jpeg()
    .toBuffer();
  return {
    people: [null, ...people],
    ids,
    hints: { ...fuzzHints, images, ids: [ids], carId: ids },
    pictures: [new Uint8Array(picture)],
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** Sends a request; returns what is wrong with the answer, null if it is right. */
function send(port: number, { method, path, headers, body }: FuzzRequest): Promise<string | null> {
  const { pathname, search } = new URL(path, "http://site");
  return new Promise((resolve) => {
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method,
        path: pathname + search,
        headers: Object.fromEntries(headers),
        timeout: maxAnswerMs,
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          if (text.length < 1_000) text += chunk;
        });
        answer.on("error", (error) => resolve(`broken answer: ${error.message}`));
        answer.on("end", () => {
          const status = answer.statusCode ?? 0;
          resolve(status >= 500 ? `${status}: ${text}` : null);
        });
      },
    );
    outgoing.on("timeout", () => {
      resolve(`no answer within ${maxAnswerMs} ms`);
      outgoing.destroy();
    });
    outgoing.on("error", (error) => {
      // An early refusal closes the connection while the body is being sent.
      const cut = "code" in error && (error.code === "EPIPE" || error.code === "ECONNRESET");
      resolve(cut ? null : `no answer: ${error.message}`);
    });
    outgoing.end(body ?? undefined);
  });
}

async function isAlive(site: BenchSite): Promise<boolean> {
  return fetch(`${site.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function askOne(site: BenchSite, world: FuzzWorld, random: SeededRandom): Promise<string | null> {
  const port = Number(new URL(site.url).port);
  if (random.chance(malformedShare)) {
    const bytes = makeMalformed(random);
    const wrong = await sendMalformed(port, bytes, maxAnswerMs);
    return wrong === null
      ? null
      : `${wrong}\n  for ${JSON.stringify(Buffer.from(bytes).toString("latin1")).slice(0, 1_000)}`;
  }
  const asked = makeRequest(random, world, true);
  const wrong = await send(port, asked);
  if (wrong === null) return null;
  const body = asked.body instanceof Uint8Array ? "(bytes)" : asked.body;
  return `${wrong}\n  for ${JSON.stringify({ ...asked, body }).slice(0, 3_000)}`;
}

/**
 * Sends batches of requests to the built product over the network: API calls, pages, and a fifth malformed
 * HTTP. Returns what went wrong: bad answers, and log lines of level warn or error, which include failed
 * jobs.
 */
export async function fuzzOverNetwork(count: number, seed: number): Promise<readonly string[]> {
  const database = await startDatabase();
  const log = join(database.folder, "site.log");
  const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const site = await startSite(database, env, log);
  try {
    const random = createSeededRandom(seed);
    let world = await createFuzzWorld(site);
    const wrongs: string[] = [];
    let asked = 0;
    const ask = async (): Promise<void> => {
      while (asked < count && wrongs.length < 5) {
        asked += 1;
        if (asked % lookEvery === 0) {
          const there = await Promise.all(
            world.people.map(async (person) => {
              if (person === null) return true;
              const headers = { authorization: `Bearer ${person.token}` };
              return (await fetch(`${site.url}/api/me`, { headers })).ok;
            }),
          );
          if (there.includes(false)) world = await createFuzzWorld(site);
        }
        const wrong = await askOne(site, world, random);
        if (wrong !== null) wrongs.push(wrong);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    if (!(await isAlive(site))) wrongs.push("the site is not ready any more");
    await site.stop();
    const faults = await findLogFaults(log);
    return [...wrongs, ...faults.slice(0, 20).map((line) => `in the site's log: ${line}`)];
  } finally {
    await site.stop();
    await database.stop();
  }
}
