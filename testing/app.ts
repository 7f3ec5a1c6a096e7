import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { type Car, type PublishCarInput, car as carSchema } from "#contract/cars.ts";
import { errorBody, type ErrorBody } from "#contract/common.ts";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { openSession } from "#server/people/accounts/sessions.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import type { BodyBudget } from "#server/http/body-budget.ts";
import type { ProviderAccess } from "#server/money/billing/provider.ts";
import type { Logger } from "#server/log.ts";
import { createServices, type Services } from "#server/services.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { watchedLog } from "./faults.ts";

/** A signed-in test account. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** The session cookie's value, for tests of cookies. */
  readonly cookie: string;
}

/** A browser's User-Agent: requests without one count as bots in the statistics. */
export const browser =
  "Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined for none. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly as?: TestUser | null;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApp {
  readonly database: TestDatabase;
  readonly services: Services;
  /** Folder of photos and outgoing mail. */
  readonly dataDir: string;
  /** Calls the API in-process: `call("PUT /api/cars/…/sold", { as: seller })`. */
  call(request: `${string} /${string}`, options?: CallOptions): Promise<Answer>;
  /** An account with a session, created without hashing a password. */
  registerUser(options?: TestUserOptions): Promise<TestUser>;
  /** The URL of a photo of this person, without files; `null`: one of the demo's shared photos. */
  photoOf(user: TestUser | null): Promise<string>;
  /** Valid fields of a car of this person; one photo. */
  carFields(user: TestUser, changes?: Partial<PublishCarInput>): Promise<Partial<PublishCarInput>>;
  /** Publishes a car without a fee; returns it as its owner sees it. */
  publishCar(user: TestUser, changes?: Partial<PublishCarInput>): Promise<Car>;
  close(): Promise<void>;
}

export interface TestUserOptions {
  readonly isAdmin?: boolean;
  /** A dealer by subscription until this time. */
  readonly dealerUntil?: Date;
  readonly isDealerByHand?: boolean;
  readonly businessName?: string;
  readonly phone?: string;
  /** Verified by default. */
  readonly emailVerified?: boolean;
}

const requiredFields = {
  brand: "Volkswagen",
  model: "Golf",
  year: 2016,
  type: "Hatchback",
  sellerName: "Arben Krasniqi",
  sellerPhone: "+383 44 123 456",
  price: 9_900,
  mileage: 148_000,
  fuel: "Diesel",
  transmission: "Manual",
  location: "Prishtinë",
} as const satisfies Partial<PublishCarInput>;

/** A small valid JPEG as a data URL, each with its own colour. */
export async function pictureDataUrl(colour = "#3366cc"): Promise<string> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

/** The answer's body as a car. Throws for an error status or any other body. */
export function carOf(answer: Answer): Car {
  if (answer.status >= 400) throw new Error(`not a car but ${answer.status}: ${JSON.stringify(answer.body)}`);
  return carSchema.parse(answer.body);
}

/** The answer's body as cars. */
export function carsOf(answer: Answer): Car[] {
  if (answer.status >= 400) throw new Error(`no cars but ${answer.status}: ${JSON.stringify(answer.body)}`);
  return carSchema.array().parse(answer.body);
}

/** The answer's body as an error. */
export function errorOf(answer: Answer): ErrorBody & Record<string, unknown> {
  return errorBody.loose().parse(answer.body);
}

/**
 * The whole application with its own database and photo folder. Rate limits are off unless `env` sets them.
 * Create one per test file and `close()` it at the end.
 */
export async function createTestApp(
  options: {
    env?: Readonly<Record<string, string>>;
    maxConnections?: number;
    /** The card payment provider; without one payments fail with provider_away. */
    provider?: ProviderAccess;
    /**
     * Called between the steps of a payment or of applying a stock file; throwing simulates a crash there.
     */
    step?: (name: string) => Promise<void>;
    /** The clock of daily mails. */
    now?: () => Date;
    /** The memory budget of request bodies. */
    bodies?: BodyBudget;
    /** By default a log that only collects faults. */
    log?: Logger;
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase({ maxConnections: options.maxConnections ?? 20 });
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-app-"));
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMITS: "off",
    NODE_ENV: "test",
    ...options.env,
  });
  const services = createServices({
    config,
    db: database.db,
    pool: database.pool,
    databaseUrl: database.url,
    log: options.log ?? watchedLog,
    provider: options.provider ?? null,
    ...(options.step === undefined ? {} : { step: options.step }),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.bodies === undefined ? {} : { bodies: options.bodies }),
  });
  await services.prepare();
  const app = createApp(services);

  const testApp: TestApp = {
    database,
    services,
    dataDir,

    call: async (request, { as = null, body, raw, headers: sent = {} } = {}) => {
      const space = request.indexOf(" ");
      const headers = new Headers(sent);
      if (as !== null && !headers.has("authorization")) headers.set("Authorization", `Bearer ${as.token}`);
      if (body !== undefined) headers.set("Content-Type", "application/json");
      const content = raw ?? (body === undefined ? null : JSON.stringify(body));
      // A stream as a body needs `duplex`, which the types lack.
      const init: RequestInit & { duplex: "half" } = {
        method: request.slice(0, space),
        headers,
        body: content,
        duplex: "half",
      };
      const response = await app.fetch(
        new Request(`http://localhost:3000${request.slice(space + 1)}`, init),
        { remoteAddress: "127.0.0.1" },
      );
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text === "" ? undefined : text;
      return { status: response.status, headers: response.headers, body: parsed };
    },

    registerUser: async (user = {}) => {
      const id = uuidv7();
      const email = `${id}@example.com`;
      const { cookie, token } = await database.db.transaction().execute(async (trx) => {
        await trx
          .insertInto("users")
          .values({
            id,
            email,
            first_name: "Arben",
            last_name: "Krasniqi",
            phone: user.phone ?? null,
            email_verified_at: user.emailVerified === false ? null : new Date(),
            password_hash: "none: this account signs in by its session alone",
            is_admin: user.isAdmin ?? false,
            is_dealer_by_hand: user.isDealerByHand ?? false,
            dealer_until: user.dealerUntil ?? null,
          })
          .execute();
        if (user.businessName !== undefined) {
          await trx
            .insertInto("dealers")
            .values({ user_id: id, business_name: user.businessName, business_address: "Rr. B, Prishtinë" })
            .execute();
        }
        return openSession(trx, id);
      });
      return { id, email, token, cookie };
    },

    photoOf: async (user) => {
      const id = uuidv7();
      await database.db
        .insertInto("photos")
        .values({ id, owner_id: user?.id ?? null, width: 1600, height: 1200, thumbhash: "" })
        .execute();
      return photoPath(id);
    },

    carFields: async (user, changes = {}) => ({
      ...requiredFields,
      images: changes.images ?? [await testApp.photoOf(user)],
      ...changes,
    }),

    publishCar: async (user, changes = {}) => {
      const { sponsorshipDays: _, socialPromotion: __, ...fields } = changes;
      // A dealer by hand while publishing, so that there is no fee.
      const before = await database.db
        .selectFrom("users")
        .select(["is_dealer_by_hand", "dealer_until"])
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow();
      const setByHand = (byHand: boolean) =>
        database.db
          .updateTable("users")
          .set({ is_dealer_by_hand: byHand })
          .where("id", "=", user.id)
          .execute();
      await setByHand(true);
      const answer = await testApp.call("POST /api/cars", {
        as: user,
        body: await testApp.carFields(user, fields),
      });
      await setByHand(before.is_dealer_by_hand);
      const published = carOf(answer);
      const isDealer = before.is_dealer_by_hand || before.dealer_until !== null;
      if (!isDealer) {
        await database.db
          .updateTable("cars")
          .set({ published_as_dealer: false })
          .where("id", "=", published._id)
          .execute();
      }
      return carOf(await testApp.call(`GET /api/cars/${published._id}`, { as: user }));
    },

    close: async () => {
      await services.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testApp;
}
