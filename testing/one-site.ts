import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { adminQueueEndpoints } from "#contract/admin-queues.ts";
import { car } from "#contract/cars.ts";
import { uploadedPhoto } from "#contract/photos.ts";
import { limitFigures } from "#server/http/limit-figures.ts";
import type { ReadMail } from "./read-mail.ts";

/** One of the processes of a site. */
export interface SiteCopy {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface Copies {
  readonly first: SiteCopy;
  readonly second: SiteCopy;
  readonly admin: { readonly email: string; readonly password: string };
  /** Mails that either process has sent. */
  mails(): Promise<readonly ReadMail[]>;
  /** True if the processes render pages, as only the built product does. */
  readonly hasPages: boolean;
  /** Maximum time until a change is visible everywhere, in ms (specification.md#speed). */
  readonly seenWithin: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function call(copy: SiteCopy, method: string, path: string, sent: Call = {}): Promise<Answer> {
  const headers = new Headers(sent.headers);
  if (sent.token !== undefined) headers.set("authorization", `Bearer ${sent.token}`);
  if (sent.body !== undefined) headers.set("content-type", "application/json");
  const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
  const response = await copy.fetch(path, { method, headers, ...body });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, body: parsed };
}

const signedIn = z.object({ token: z.string() });
const models = adminQueueEndpoints["GET /api/admin/models"].output;

async function register(copy: SiteCopy, name: string): Promise<{ email: string; token: string }> {
  const email = `${name}-${Date.now().toString(36)}@example.com`;
  const body = { firstName: "Arta", lastName: "Krasniqi", email, password: "fjalëkalim-1" };
  const answer = await call(copy, "POST", "/api/register", { body });
  assert.equal(answer.status, 201);
  return { email, token: signedIn.parse(answer.body).token };
}

/** Polls until the value is as expected; throws with the last one after `within` ms. */
async function waitForValue<Value>(
  within: number,
  ask: () => Promise<Value>,
  expected: Value,
): Promise<void> {
  const until = Date.now() + within;
  for (;;) {
    const value = await ask();
    try {
      assert.deepEqual(value, expected);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await sleep(20);
  }
}

const carForm = {
  brand: "Renault",
  year: 2017,
  type: "Hatchback",
  sellerName: "Arta Krasniqi",
  sellerPhone: "+38344123456",
  mileage: 98_000,
  fuel: "Benzinë",
  transmission: "Manual",
  location: "Gjilan",
};

/**
 * Tests two processes as one site: what is done at one is checked at the other. Throws at the first
 * difference. `note` receives each passed check.
 */
export async function expectOneSite(copies: Copies, note: (what: string) => void = () => {}): Promise<void> {
  const { first, second, seenWithin } = copies;
  const both = [first, second];
  const other = (copy: SiteCopy): SiteCopy => (copy === first ? second : first);

  // Sessions.
  const seller = await register(first, "seller");
  assert.equal((await call(second, "GET", "/api/me", seller)).status, 200);
  const leaving = await register(second, "leaving");
  const refreshed = await call(first, "POST", "/api/refresh-token", leaving);
  assert.equal(refreshed.status, 200);
  const { token } = signedIn.parse(refreshed.body);
  assert.equal((await call(second, "GET", "/api/me", { token })).status, 200);
  assert.equal((await call(first, "POST", "/api/logout", { token })).status, 204);
  assert.equal((await call(second, "GET", "/api/me", { token })).status, 401);
  assert.equal((await call(second, "GET", "/api/me", leaving)).status, 401);
  note("sign in at one, refresh and log out at the other");

  // Photos.
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#7a2230" } })
    .jpeg()
    .toBuffer();
  const uploaded = await first.fetch("/api/photos", {
    method: "POST",
    headers: { authorization: `Bearer ${seller.token}`, "content-type": "image/jpeg" },
    body: new Uint8Array(jpeg),
  });
  assert.equal(uploaded.status, 201);
  const photo = uploadedPhoto.parse(await uploaded.json());
  const [here, there] = await Promise.all(
    both.map(async (copy) => Buffer.from(await (await copy.fetch(photo.url)).arrayBuffer())),
  );
  assert.ok(here !== undefined && here.length > 100);
  assert.deepEqual(there, here);
  note("a photo uploaded at one is served by the other");

  // A form sent to both has one effect. Letters only: the search may parse digits as a model.
  const mark = `dy${String(Date.now()).replaceAll(/\d/g, (figure) => "abcdefghij".charAt(Number(figure)))}`;
  const form = { ...carForm, model: "Clio", price: 6_200, description: mark, images: [photo.url] };
  const key = { "idempotency-key": mark };
  const sent = await Promise.all(
    both.map((copy) => call(copy, "POST", "/api/cars", { ...seller, body: form, headers: key })),
  );
  assert.deepEqual(
    sent.map(({ status }) => status),
    [201, 201],
  );
  const [published, again] = sent.map(({ body }) => car.parse(body));
  assert.ok(published !== undefined);
  assert.equal(again?._id, published._id);
  note("the same form sent to both is one car");

  // Search, the car itself, and cached pages.
  const { _id: id } = published;
  const prices = async (copy: SiteCopy): Promise<unknown> => {
    const { body } = await call(copy, "GET", `/api/cars?q=${mark}`);
    return car
      .array()
      .parse(body)
      .map(({ price }) => price);
  };
  const price = async (copy: SiteCopy): Promise<unknown> => {
    const { status, body } = await call(copy, "GET", `/api/cars/${id}`);
    return status === 200 ? car.parse(body).price : status;
  };
  const pagesSay = async (copy: SiteCopy, text: string): Promise<boolean[]> => {
    const pages = copies.hasPages ? [`/car/${id}`, `/search?q=${mark}`] : [];
    return Promise.all(pages.map(async (path) => (await (await copy.fetch(path)).text()).includes(text)));
  };
  const allSee = async (cents: number | null, text: string): Promise<void> => {
    const pages = copies.hasPages ? [true, true] : [];
    for (const copy of both) {
      await waitForValue(seenWithin, () => prices(copy), cents === null ? [] : [cents]);
      if (cents === null) continue;
      await waitForValue(seenWithin, () => price(copy), cents);
      await waitForValue(seenWithin, () => pagesSay(copy, text), pages);
    }
  };
  await allSee(6_200, "6.200");
  for (const [turn, copy] of [first, second, first, second].entries()) {
    // A page requested twice within a second is cached; so is the car.
    for (const each of both) {
      await pagesSay(each, "");
      await pagesSay(each, "");
    }
    const next = 7_100 + turn * 100;
    const edited = await call(copy, "PUT", `/api/cars/${id}`, { ...seller, body: { ...form, price: next } });
    assert.equal(edited.status, 200);
    await allSee(next, `7.${100 + turn * 100}`);
    assert.equal((await call(other(copy), "PUT", `/api/cars/${id}/sold`, seller)).status, 200);
    await allSee(null, "");
    assert.equal((await call(copy, "PUT", `/api/cars/${id}/unsold`, seller)).status, 200);
    await allSee(next, `7.${100 + turn * 100}`);
  }
  note("published, edited, sold and unsold at either is seen at both in search, car and pages");

  // The catalogue and the admins' lists.
  const login = await call(second, "POST", "/api/login", { body: copies.admin });
  assert.equal(login.status, 200);
  const admin = { token: signedIn.parse(login.body).token };
  const model = `Clio ${mark}`;
  const suggested = await call(first, "POST", "/api/car-models/models", {
    ...seller,
    body: { brand: "Renault", model },
  });
  assert.equal(suggested.status, 201);
  const known = async (copy: SiteCopy): Promise<boolean> => {
    const { body } = await call(copy, "GET", "/api/car-models/models?brand=Renault");
    return z.array(z.string()).parse(body).includes(model);
  };
  for (const copy of both) assert.equal(await known(copy), false);
  const waiting = models.parse((await call(second, "GET", "/api/admin/models", admin)).body);
  const suggestion = waiting.models.find(({ name }) => name === model);
  const approved = await call(second, "POST", `/api/admin/models/${suggestion?.id}/approve`, {
    ...admin,
    body: {},
  });
  assert.equal(approved.status, 200);
  for (const copy of both) await waitForValue(seenWithin, () => known(copy), true);
  note("a model approved at one is in the catalogue of the other");

  const listed = async (copy: SiteCopy): Promise<unknown> => {
    const { body } = await call(copy, "GET", `/api/admin/users/search?q=${seller.email}`, admin);
    const { users } = z.object({ users: z.array(z.object({ firstName: z.string() })) }).parse(body);
    return users.map(({ firstName }) => firstName);
  };
  for (const copy of both) await waitForValue(30_000, () => listed(copy), ["Arta"]);
  for (const copy of both) {
    const firstName = copy === first ? "Besa" : "Drita";
    assert.equal((await call(copy, "PUT", "/api/me", { ...seller, body: { firstName } })).status, 200);
    for (const each of both) await waitForValue(seenWithin, () => listed(each), [firstName]);
  }
  note("the admins' lists of one show what was written at the other");

  // Limits.
  const caller = await register(second, "caller");
  const [{ times }] = limitFigures.contact.person;
  const contacts: number[] = [];
  for (let n = 0; n < times + 6; n += 1) {
    const copy = n % 2 === 0 ? first : second;
    contacts.push((await call(copy, "POST", `/api/cars/${id}/contact`, caller)).status);
  }
  assert.equal(contacts.filter((status) => status === 200).length, times);
  assert.deepEqual(new Set(contacts.slice(times)), new Set([429]));
  note("limits are counted together");

  // Jobs: each runs once, in either process.
  const askers = await Promise.all([1, 2, 3, 4].map((n) => register(first, `forgot-password-${n}`)));
  const asked = await Promise.all(
    askers.flatMap(({ email }) =>
      both.map((copy) => call(copy, "POST", "/api/password/forgot", { body: { email } })),
    ),
  );
  assert.ok(asked.every(({ status }) => status === 204));
  const mailed = async (): Promise<number[]> => {
    const mails = await copies.mails();
    return askers.map(
      ({ email }) =>
        mails.filter(({ to, text }) => to.includes(email) && text.includes("/reset-password?")).length,
    );
  };
  await waitForValue(60_000, mailed, [2, 2, 2, 2]);
  note("each job is done once");

  // An account that an admin deletes at one process is gone at the other.
  const ids = z.object({ users: z.array(z.object({ _id: z.string() })) });
  const found = ids.parse(
    (await call(first, "GET", `/api/admin/users/search?q=${seller.email}`, admin)).body,
  );
  const removed = await call(first, "DELETE", `/api/admin/users/${found.users[0]?._id}`, admin);
  assert.ok(removed.status < 300, `deleting answered ${removed.status}`);
  assert.equal((await call(second, "GET", "/api/me", seller)).status, 401);
  for (const copy of both) {
    await waitForValue(seenWithin, () => prices(copy), []);
    await waitForValue(seenWithin, () => price(copy), 404);
  }
  assert.deepEqual(await mailed(), [2, 2, 2, 2]);
  note("an account deleted at one is gone at the other, with its cars");
}
