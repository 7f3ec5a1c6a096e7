import { publicFacts } from "#domain/cars/car-fields.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { type EndpointName, endpoints } from "#contract/endpoints.ts";
import { weekdays } from "#domain/dealers/opening-hours.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

// specification.md#safety and 8.

// Many small requests; test machines are busy.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let victim: TestUser;
let carId: string;
let photo: string;
/** By kind: the victim's values that no answer may contain. */
let secret: Record<string, string>;
let personal: Record<string, string>;

const phone = "+38349777123";

beforeAll(async () => {
  app = await createTestApp();
  victim = await app.registerUser({ phone, isDealerByHand: true, businessName: "Auto Viktima" });
  const car = await app.publishCar(victim, {
    sellerPhone: phone,
    description: `Thirr ${phone} ose 049 777 123 ose 049-777-123`,
    sellerName: "Arta 049777123",
  });
  const day = [{ from: "09:00", to: "18:00" }];
  const hours = Object.fromEntries(weekdays.map((weekday) => [weekday, day]));
  const page = { address: "Rr. Viktima 1, tel. 049 777 123", phone: "+38345777123", hours };
  expect((await app.call("PUT /api/dealer/page", { as: victim, body: page })).status).toBe(200);
  carId = car._id;
  photo = car.images[0] ?? "";
  await app.database.db
    .updateTable("users")
    .set({ stripe_customer_id: "cus_viktima", password_hash: "hash-e-viktimes" })
    .where("id", "=", victim.id)
    .execute();
  await app.call("POST /api/saved-searches", { as: victim, body: { query: "brand=BMW" } });
  await app.call(`POST /api/cars/${carId}/report`, {
    body: { reason: "other", email: "raportues@example.com" },
  });
  secret = {
    hash: "hash-e-viktimes",
    token: victim.token,
    cookie: victim.cookie,
    reporter: "raportues@example.com",
  };
  personal = {
    email: victim.email,
    phone,
    "phone of the page": "+38345777123",
    "phone as typed": "49 777 123",
    "phone with lines": "49-777-123",
    "phone without gaps": "49777123",
    customer: "cus_viktima",
  };
});
afterAll(() => app.close());

const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => name.startsWith("GET "));

function addressesOf(name: EndpointName): `GET /${string}`[] {
  const path = name.slice("GET ".length);
  const ids = path.includes("{id}") ? [carId, victim.id] : [""];
  return ids.flatMap((id) =>
    ["", "?q=Auto", "?q=Gol", `?q=${victim.email}`].map(
      (query) => `GET /${path.slice(1).replace("{id}", id)}${query}` as const,
    ),
  );
}

/** Which of these texts the answers contain, and where. */
async function told(as: TestUser | null, texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const name of reads) {
    for (const address of addressesOf(name)) {
      const answer = await app.call(address, { as });
      const text = JSON.stringify(answer.body ?? "") + JSON.stringify([...answer.headers]);
      for (const [what, value] of Object.entries(texts)) {
        if (text.includes(value)) found.push(`${what} in ${name}`);
      }
    }
  }
  return [...new Set(found)];
}

test("no read returns a hash, a token or a reporter, and only the owner and admins get e-mail, phone and customer", async () => {
  const stranger = await app.registerUser({ isDealerByHand: true });
  const admin = await app.registerUser({ isAdmin: true });
  for (const other of [null, stranger]) expect(await told(other, { ...secret, ...personal })).toEqual([]);
  expect(await told(victim, secret)).toEqual([]);
  expect(await told(admin, secret)).toEqual([]);
  // Only the test itself would find it.
  expect(await told(victim, personal)).toContain("email in GET /api/me");
  expect(await told(admin, personal)).toContain("phone in GET /api/admin/users");
});

function keysOf(value: unknown, into: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const each of value) keysOf(each, into);
  else if (typeof value === "object" && value !== null)
    for (const [key, inside] of Object.entries(value)) {
      into.add(key);
      keysOf(inside, into);
    }
  return into;
}

test("a guest's answers have exactly the listed keys", async () => {
  const keys = new Set<string>();
  // Their keys are brands and values, not field names.
  const byValue = new Set<EndpointName>(["GET /api/cars/facets", "GET /api/car-models/all"]);
  for (const name of reads.filter((each) => !byValue.has(each)))
    for (const address of addressesOf(name)) keysOf((await app.call(address)).body, keys);
  expect([...keys].toSorted()).toEqual(
    [
      ...publicFacts,
      ..."_id address asOf band brands businessName carCount cars code comparableCount comparables confirmedAt count createdAt deleted emailVerified engineCc estimate fields fills found friday from hasPhone height high hours id images isDealer isRecommended isVerified kind label limits listedAt low lower memberSince message monday name note number photos priceBand query readings reason saturday seller sellerName socialPromotion sold soldAt soldCount sponsored sponsorshipDays status steps sunday thumbhash thursday to town tuesday url user vin website wednesday width".split(
        " ",
      ),
    ].toSorted(),
  );
});

/** Every column, under its database name and its API name. */
async function everyColumn(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    app.database.db,
  );
  return rows.flatMap(({ name }) => [
    name,
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ]);
}

// specification.md#answers: clients send back what they were sent.
const ignored = new Set(
  "_id id number user userId seller createdAt sold soldAt deleted isRecommended paidAmount sponsored sponsorshipDays socialPromotion photos version priceBand confirmedAt listedAt reference hidden unlisted feeRefunded showsAdvice".split(
    " ",
  ),
);

test("a write with a database column as a key is refused by name unless the form has that key", async () => {
  const columns = await everyColumn();
  expect(columns).toContain("is_admin");
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (!("body" in endpoint) || endpoint.body === "raw") continue;
    // Cells by the names of a file's columns, which are compared with the file.
    if (endpoint.body instanceof z.ZodRecord) continue;
    const isCar = /^(POST|PUT) \/api\/cars(\/\{id\})?$/.test(name);
    // Each alternative form of the input counts.
    const forms = endpoint.body instanceof z.ZodDiscriminatedUnion ? endpoint.body.options : [endpoint.body];
    for (const form of forms) {
      const schema = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
      const properties = new Set(Object.keys(schema.properties ?? {}));
      for (const column of columns) {
        if (properties.has(column) || (isCar && ignored.has(column))) continue;
        const { error } = z.safeParse(form, { [column]: "x" });
        const named = error?.issues.some(
          (issue) => issue.code === "unrecognized_keys" && issue.keys.includes(column),
        );
        expect([name, column, named]).toEqual([name, column, true]);
      }
    }
  }
});

async function rowsOf(): Promise<{ user: Record<string, unknown>; car: Record<string, unknown> }> {
  const { db } = app.database;
  const user = await db.selectFrom("users").selectAll().where("id", "=", victim.id).executeTakeFirstOrThrow();
  const car = await db.selectFrom("cars").selectAll().where("id", "=", carId).executeTakeFirstOrThrow();
  return { user, car };
}

/** Which columns have changed. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
}

test("a valid form that carries the server's own fields does not change them", async () => {
  const admin = await app.registerUser({ isAdmin: true });
  const before = await rowsOf();
  const form = await app.carFields(victim, { images: [photo], price: 12_345 });
  const owned = {
    _id: "x",
    id: "x",
    number: 1,
    user: admin.id,
    userId: admin.id,
    seller: { id: admin.id },
    createdAt: "2000-01-01T00:00:00Z",
    sold: true,
    soldAt: "2000-01-01T00:00:00Z",
    deleted: true,
    isRecommended: true,
    sponsored: true,
    sponsorshipDays: 30,
    socialPromotion: true,
    paidAmount: 99,
  };
  const answer = await app.call(`PUT /api/cars/${carId}`, { as: victim, body: { ...form, ...owned } });
  expect(answer.status).toBe(200);
  const after = await rowsOf();
  const mayChange = new Set(
    "brand model year type price mileage fuel origin transmission description generated_description location condition seller_name seller_phone version row_version updated_at confirmed_at search_text changed_at price_band_due damaged".split(
      " ",
    ),
  );
  expect(changed(before.car, after.car).filter((column) => !mayChange.has(column))).toEqual([]);
  expect(changed(before.user, after.user)).toEqual([]);
});
