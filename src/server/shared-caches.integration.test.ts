import CachePolicy from "http-cache-semantics";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { allReadablePaths, type Reader, readersOf } from "#testing/readable-paths.ts";

// Many small questions; machines that test are busy.
vi.setConfig({ testTimeout: 120_000 });

// specification.md#safety, short: a cache that keeps whatever RFC 9111 lets a shared one keep. `npm run chaos -- caches` has nginx's.

let app: TestApp;
let owner: TestUser;
let admin: TestUser;
let carId: string;
let photo: string;
const phone = "+38349777123";

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser({ phone, isDealerByHand: true, businessName: "Auto" });
  admin = await app.registerUser({ isAdmin: true });
  const car = await app.publishCar(owner, { sellerPhone: phone });
  carId = car._id;
  photo = car.images[0] ?? "";
  await app.call("POST /api/saved-searches", { as: owner, body: { query: "brand=BMW" } });
  await app.call("POST /api/car-models/models", {
    as: owner,
    body: { brand: "Volkswagen", model: "Golf i fshehtë" },
  });
});
afterAll(() => app.close());

interface CachedAnswer {
  readonly policy: CachePolicy;
  readonly text: string;
}

/** Between visitors and the site, as a company's proxy or a CDN is. */
class SharedCache {
  /** By address; an answer a variant. */
  readonly entries = new Map<string, CachedAnswer[]>();
  hits = 0;

  async get(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const request = { url: path, method: "GET", headers: { host: "localhost:3000", ...headers } };
    const variants = this.entries.get(path) ?? [];
    const fresh = variants.find(({ policy }) => policy.satisfiesWithoutRevalidation(request));
    if (fresh !== undefined) {
      this.hits += 1;
      return fresh.text;
    }
    const answer = await app.call(`GET /${path.slice(1)}`, { headers });
    const text = JSON.stringify(answer.body ?? "") + JSON.stringify([...answer.headers]);
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers) };
    const policy = new CachePolicy(request, response, { shared: true });
    if (policy.storable()) this.entries.set(path, [...variants, { policy, text }]);
    return text;
  }
}

test("shared caches store nothing personal and never serve one person's answer to another", async () => {
  const cache = new SharedCache();
  const guest: Reader = { name: "guest", headers: {} };
  const readers = [...readersOf("owner", owner), ...readersOf("admin", admin), guest];
  const addresses = allReadablePaths([carId, owner.id], photo).filter((path) => path.startsWith("/api/"));
  const personal = [owner.email, admin.email, phone, owner.token, owner.cookie, "Golf i fshehtë"];
  // Each in turn is the first to ask, when the cache is empty, and each asks again of what the others left there.
  for (const first of readers) {
    cache.entries.clear();
    for (const path of addresses) {
      await cache.get(path, first.headers);
      const asGuest = await cache.get(path, guest.headers);
      for (const value of personal) expect.soft(asGuest, `${path} after ${first.name}`).not.toContain(value);
    }
    const cached = [...cache.entries].flatMap(([path, variants]) =>
      variants.map(({ text }) => ({ path, text })),
    );
    const told = cached.filter(({ text }) => personal.some((value) => text.includes(value)));
    expect(told.map(({ path }) => `${path} of ${first.name}`)).toEqual([]);
  }
  // And no signed-in person gets a guest's answer.
  cache.entries.clear();
  for (const path of addresses) await cache.get(path, guest.headers);
  for (const { headers } of readersOf("owner", owner)) {
    expect(await cache.get("/api/me", headers)).toContain(owner.email);
    expect(await cache.get(`/api/cars/${carId}`, headers)).toContain(phone);
    expect(await cache.get("/api/car-models/models?brand=Volkswagen", headers)).toContain("Golf i fshehtë");
  }
  // The answers that are the same for all were cached: the cache works.
  expect(cache.hits).toBeGreaterThan(0);
});
