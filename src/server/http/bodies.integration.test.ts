import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { type Answer, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { BodyBudget } from "./body-budget.ts";

const share = { all: 300_000, account: 100_000, address: 200_000, guests: 100_000, guestAddress: 50_000 };
const bodies = new BodyBudget({
  shares: { pictures: share, json: share, provider: share },
});
const hasty = new BodyBudget({ pace: { windowMs: 100, minBytes: 1_000 } });
let app: TestApp;
/** With the usual memory, and little patience. */
let hastyApp: TestApp;
let seller: TestUser;
let car: Car;

beforeAll(async () => {
  [app, hastyApp] = await Promise.all([createTestApp({ bodies }), createTestApp({ bodies: hasty })]);
  seller = await app.registerUser({ isDealerByHand: true });
  car = await app.publishCar(seller);
});
afterAll(() => Promise.all([app.close(), hastyApp.close()]));
afterEach(() => expect([bodies.entries, hasty.entries]).toEqual([0, 0]));

const manyKeys = Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`k${n}`, n]));

const forms = (id: string) =>
  [
    ["PUT", `/api/cars/${id}`],
    ["POST", "/api/cars"],
    ["POST", "/api/payment/create-checkout"],
  ] as const;

describe("a body with too much in it is refused by its size", () => {
  test("a body with 301 keys returns 413, in car forms and everywhere else", async () => {
    for (const [method, path] of [...forms(car._id), ["PUT", "/api/me"] as const]) {
      const answer = await app.call(`${method} ${path}`, { as: seller, body: manyKeys });
      expect({ path, status: answer.status, code: errorOf(answer).code }).toEqual({
        path,
        status: 413,
        code: "payload_too_large",
      });
    }
  });

  test("a car form with 260 kB beside its pictures returns 413, also where the text looks like a picture", async () => {
    const long = "a".repeat(260_000);
    const owner = await hastyApp.registerUser({ isDealerByHand: true });
    const own = await hastyApp.publishCar(owner);
    for (const [method, path] of forms(own._id)) {
      for (const body of [{ description: long }, { hobby: `data:image/jpeg;base64,${long}` }]) {
        const answer = await hastyApp.call(`${method} ${path}`, { as: owner, body });
        expect({ path, status: answer.status }).toEqual({ path, status: 413 });
      }
    }
  });

  test("a list of 6,000 values returns 413", async () => {
    const ids = Array.from({ length: 6_000 }, () => 1);
    const admin = await app.registerUser({ isAdmin: true });
    const answer = await app.call("POST /api/admin/cars/bulk-delete", { as: admin, body: { ids } });
    expect(answer.status).toBe(413);
  });
});

/** A body that brings `bytes` and then nothing more, until it is let go. */
function stalling(bytes: number): {
  raw: ReadableStream<Uint8Array>;
  end(): void;
  readonly isLetGo: boolean;
} {
  let isLetGo = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const raw = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
      given.enqueue(new Uint8Array(bytes));
    },
    cancel: () => {
      isLetGo = true;
    },
  });
  return {
    raw,
    end: () => controller?.close(),
    get isLetGo() {
      return isLetGo;
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTurn();
}

const upload = (as: TestUser | null, raw: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  app.call("POST /api/photos", { as, raw });
const addressed = (address: string) => ({ "x-forwarded-for": address });

describe("the memory budget of request bodies", () => {
  test("a body's memory is released with the answer", async () => {
    const one = stalling(50_000);
    const answering = upload(seller, one.raw);
    await until(() => bodies.held("pictures") === 50_000);
    one.end();
    expect((await answering).status).toBe(415);
    expect(bodies.held("pictures")).toBe(0);
  });

  test("a body that stops arriving returns 408 and releases its memory", async () => {
    const one = stalling(50_000);
    const as = await hastyApp.registerUser();
    const answer = await hastyApp.call("POST /api/photos", { as, raw: one.raw });
    expect([answer.status, errorOf(answer).code]).toEqual([408, "body_stalled"]);
    expect(one.isLetGo).toBe(true);
    expect(hasty.held("pictures")).toBe(0);
  });

  test("an account that has used its share returns 503, and other accounts do not", async () => {
    const first = stalling(90_000);
    const waiting = upload(seller, first.raw);
    await until(() => bodies.held("pictures") === 90_000);
    const more = await upload(seller, new Uint8Array(20_000));
    expect(more.status).toBe(503);
    expect(more.headers.get("retry-after")).toBe("5");
    const form = await app.call(`PUT /api/cars/${car._id}`, {
      as: seller,
      body: { images: [`data:image/jpeg;base64,${"A".repeat(20_000)}`] },
    });
    expect(form.status).toBe(503);
    expect((await upload(await app.registerUser(), new Uint8Array(20_000))).status).toBe(415);
    first.end();
    await waiting;
  });

  test("an announced length beyond the budget is refused before anything is read", async () => {
    let isRead = false;
    const raw = new ReadableStream<Uint8Array>(
      {
        pull: () => {
          isRead = true;
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await app.call("POST /api/photos", {
      as: seller,
      raw,
      headers: { "content-length": "150000" },
    });
    expect([answer.status, isRead]).toEqual([503, false]);
  });

  test("the accounts of one address together leave room for other addresses", async () => {
    const elsewhere = await createTestApp({ bodies, env: { TRUSTED_PROXIES: "127.0.0.1" } });
    try {
      const many = await Promise.all(Array.from({ length: 3 }, () => elsewhere.registerUser()));
      const [one, two, three] = many.map((as) => ({ as, body: stalling(90_000) }));
      const send = (sent: typeof one, address: string) =>
        elsewhere.call("POST /api/photos", {
          as: sent?.as ?? null,
          ...(sent === undefined ? {} : { raw: sent.body.raw }),
          headers: addressed(address),
        });
      const waiting = [send(one, "203.0.113.1"), send(two, "203.0.113.1")];
      await until(() => bodies.held("pictures") === 180_000);
      expect((await send(three, "203.0.113.1")).status).toBe(503);
      const other = await elsewhere.call("POST /api/photos", {
        as: await elsewhere.registerUser(),
        raw: new Uint8Array(90_000),
        headers: addressed("198.51.100.7"),
      });
      expect(other.status).toBe(415);
      for (const sent of [one, two]) sent?.body.end();
      await Promise.all(waiting);
    } finally {
      await elsewhere.close();
    }
  });

  test("a guest is refused before a byte is read where one must be signed in", async () => {
    for (const request of ["POST /api/photos", "POST /api/cars", `PUT /api/cars/${car._id}`] as const) {
      const one = stalling(10_000);
      const answer: Answer = await app.call(request, { raw: one.raw });
      expect(answer.status).toBe(401);
      expect(bodies.entries).toBe(0);
    }
  });

  test("guests who fill their share block neither signed-in persons nor the payment provider", async () => {
    const some = Array.from({ length: 5 }, () => stalling(9_000));
    const waiting = some.map(({ raw }) => app.call("POST /api/login", { raw }));
    await until(() => bodies.held("json") === 45_000);
    const guest = await app.call("POST /api/login", { raw: new Uint8Array(9_000) });
    expect(guest.status).toBe(503);
    const change = await app.call("PUT /api/me", { as: seller, body: { firstName: "A".repeat(9_000) } });
    expect(change.status).toBe(400);
    const event = await app.call("POST /api/payment/webhook", { raw: new Uint8Array(9_000) });
    // It was read: this site has no provider that it could come from.
    expect(errorOf(event).code).toBe("provider_away");
    for (const one of some) one.end();
    await Promise.all(waiting);
  });
});
