import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { errorBody } from "#contract/common.ts";
import { newDealerKey } from "#contract/dealer-keys.ts";
import { keyScopes } from "#domain/dealers/dealer-keys.ts";
import type { Answer, TestUser } from "#testing/app.ts";
import { findUndocumented } from "#testing/documented-answers.ts";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { fuzzHints } from "#testing/fuzz/fuzz-hints.ts";
import { type FuzzRequest, type FuzzWorld, makeRequest } from "#testing/fuzz/make-request.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { seed } from "#testing/seed.ts";
import { hashPassword } from "./people/accounts/passwords.ts";

// `npm run fuzz` runs this with a million requests; here some hundred, other ones each time.
const count = Number(process.env["FUZZ"] ?? 600);
/** specification.md#safety: nothing hangs. What hangs does so for ever; machines that test are busy. */
const maxAnswerMs = 60_000;
/** A busy machine is too slow for time limits of ours now and then: what is away is asked for again. */
const maxTries = 4;
const tryAgainAfter = 1_000;
const atOnce = 8;
/** Requests may end a person's session or account: they are checked this often. */
const lookEvery = 400;

/** What answers said that the API's document does not, with a request each. */
const silences = new Map<string, string>();

let app: PaymentSite;
const roles = ["user", "seller", "dealer", "lapsed dealer", "dealer by hand", "admin"] as const;
type Role = (typeof roles)[number];

beforeAll(async () => {
  app = await createPaymentSite();
});
afterAll(() => app.close());

function register(role: Role): Promise<TestUser> {
  const day = 86_400_000;
  if (role === "seller") return app.registerSeller();
  if (role === "dealer")
    return app.registerUser({ dealerUntil: new Date(Date.now() + day), businessName: "Auto" });
  if (role === "lapsed dealer") return app.registerUser({ dealerUntil: new Date(Date.now() - day) });
  return app.registerUser({ isAdmin: role === "admin", isDealerByHand: role === "dealer by hand" });
}

/** A person with the ids that requests may name. */
interface Inhabitant {
  readonly role: Role;
  readonly person: TestUser;
  readonly ids: readonly string[];
  readonly images: readonly string[][];
  readonly sessions: readonly string[];
  /** Keys of the person's programs. */
  readonly keys: readonly string[];
}

/** Hashing is slow on purpose: once is enough. */
const passwordHash = hashPassword("fjalëkalim-1");

/** One of that role with cars, photos and, where they pay, an open checkout. */
async function settleIn(role: Role): Promise<Inhabitant> {
  const person = await register(role);
  const ids: string[] = [];
  for (const model of ["Golf", "Golff"]) ids.push((await app.publishCar(person, { model }))._id);
  const photo = await app.photoOf(person);
  ids.push(person.id, photo.split("/")[2] ?? "");
  const images = [[photo], [photo, await app.photoOf(person)]];
  // By the usual fees: a request of the admin's may have changed them.
  const checkout = role === "seller" ? await app.checkOut(person).catch(() => null) : null;
  const sessions = checkout === null ? [] : [checkout.sessionId];
  const made = await app.call("POST /api/dealer/keys", {
    as: person,
    body: { name: "Programi", scopes: keyScopes },
  });
  const keys = made.status === 201 ? [newDealerKey.parse(made.body).key] : [];
  // Theirs are no passwords at all otherwise, and signing in with one is our mistake and not the sender's.
  const password_hash = await passwordHash;
  await app.database.db.updateTable("users").set({ password_hash }).where("id", "=", person.id).execute();
  await app.call(`POST /api/cars/${ids[0]}/report`, { body: { reason: "other", email: "a@example.com" } });
  return { role, person, ids, images, sessions, keys };
}

async function makePictures(): Promise<Uint8Array<ArrayBuffer>[]> {
  const pictures = await Promise.all(
    (["jpeg", "png", "webp"] as const).map((format) =>
      sharp({ create: { width: 48, height: 36, channels: 3, background: "#3366cc" } })
        .toFormat(format)
        .toBuffer(),
    ),
  );
  return pictures.map((picture) => new Uint8Array(picture));
}

async function worldOf(
  inhabitants: readonly Inhabitant[],
  pictures: FuzzWorld["pictures"],
): Promise<FuzzWorld> {
  const people = inhabitants.map(({ person }) => person);
  const sessions = inhabitants.flatMap((each) => each.sessions);
  const ids = ["01920000-0000-7000-8000-000000000000", "10001", "10002", "1"];
  ids.push(...inhabitants.flatMap((each) => each.ids));
  for (const table of ["reports", "car_models"] as const) {
    const rows = await app.database.db.selectFrom(table).select("id").limit(3).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return {
    // A key counts in a header alone.
    people: [
      null,
      ...people,
      ...inhabitants.flatMap(({ keys }) => keys.map((key) => ({ token: key, cookie: key }))),
    ],
    ids,
    hints: {
      ...fuzzHints,
      images: inhabitants.flatMap(({ images }) => images),
      ids: [ids, ids.slice(0, 2)],
      carId: ids,
      sessionId: sessions,
      session_id: sessions,
      email: people.map(({ email }) => email),
    },
    pictures,
  };
}

async function isThere({ person }: Inhabitant): Promise<boolean> {
  return (await app.call("GET /api/me", { as: person })).status === 200;
}

/** The answer, asked for again while something that it needs is too slow; null where none comes. */
async function ask({ method, path, headers, body }: FuzzRequest): Promise<Answer | null> {
  for (let tries = 1; ; tries += 1) {
    const late = new AbortController();
    const answer = await Promise.race([
      app.call(`${method} ${path}` as `GET /${string}`, {
        headers: Object.fromEntries(headers),
        ...(body === null ? {} : { raw: body }),
      }),
      sleep(maxAnswerMs, null, { signal: late.signal }),
    ]);
    late.abort();
    if (answer?.status !== 503 || tries === maxTries) return answer;
    await sleep(tryAgainAfter);
  }
}

/** What is wrong with the answer; null where nothing is. */
async function judge(request: FuzzRequest): Promise<string | null> {
  const { method, path } = request;
  const answer = await ask(request);
  if (answer === null) return `no answer within ${maxAnswerMs} ms`;
  if (answer.status >= 500) return `${answer.status}: ${JSON.stringify(answer.body)}`;
  const isOurs = path.startsWith("/api/") && method !== "HEAD" && answer.status >= 400;
  if (isOurs && !errorBody.loose().safeParse(answer.body).success)
    return `${answer.status} without words: ${JSON.stringify(answer.body)}`;
  const silent = findUndocumented(method, path, answer);
  if (silent !== null) silences.set(silent, JSON.stringify(request).slice(0, 500));
  return null;
}

test(
  `${count} random and damaged requests to every endpoint in every role cause no 5xx and no hanging request`,
  { timeout: 120_000 + count * 20 },
  async () => {
    const random = createSeededRandom(seed);
    const pictures = await makePictures();
    let inhabitants = await Promise.all(roles.map(settleIn));
    let world = await worldOf(inhabitants, pictures);
    /** Deleted persons are replaced, and now and then all, since cars and photos are deleted too. */
    const look = async (all: boolean): Promise<void> => {
      inhabitants = await Promise.all(
        inhabitants.map(async (each) => (!all && (await isThere(each)) ? each : settleIn(each.role))),
      );
      world = await worldOf(inhabitants, pictures);
    };
    let looking: Promise<void> = Promise.resolve();
    // The search's index is there before the first question.
    expect((await app.call("GET /api/cars")).status).toBe(200);
    const wrongs: string[] = [];
    let asked = 0;
    const goOn = async (): Promise<void> => {
      while (asked < count && wrongs.length < 5) {
        asked += 1;
        if (asked % lookEvery === 0) {
          const all = asked % (10 * lookEvery) === 0;
          looking = looking.then(() => look(all));
          await looking;
        }
        const request = makeRequest(random, world, false);
        const wrong = await judge(request).catch((error: unknown) => String(error));
        if (wrong === null) continue;
        const body =
          request.body instanceof Uint8Array ? Buffer.from(request.body).toString("base64") : request.body;
        const sent = JSON.stringify({ ...request, body });
        wrongs.push(`${wrong}\n  for ${sent.slice(0, 3_000)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
    expect(wrongs).toEqual([]);
    expect(asked).toBe(count);
    expect(Object.fromEntries(silences)).toEqual({});
  },
);
