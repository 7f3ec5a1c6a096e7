import { openSession } from "#server/people/accounts/sessions.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EndpointName, endpoints } from "#contract/endpoints.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { findUndocumented } from "#testing/documented-answers.ts";

// specification.md#safety: who may call what. The types require every endpoint.
const roles = [
  "guest",
  "user",
  "owner",
  "other",
  "dealer",
  "lapsed dealer",
  "admin",
  "demoted admin",
] as const;
type Role = (typeof roles)[number];

/** Statuses in the order of the roles. 400: access was granted, and the empty form is refused. */
const expected: Readonly<Record<EndpointName, string>> = {
  "DELETE /api/admin/cars/{id}": "401 403 403 403 403 403 404 403",
  "DELETE /api/admin/social/{id}/posted": "401 403 403 403 403 403 404 403",
  "DELETE /api/admin/users/{id}": "401 403 403 403 403 403 404 403",
  "DELETE /api/admin/users/{id}/suspension": "401 403 403 403 403 403 404 403",
  "DELETE /api/cars/{id}": "401 403 204 403 403 403 403 403",
  "DELETE /api/cars/{id}/follow": "401 204 204 204 204 204 204 204",
  "DELETE /api/dealer/feed": "401 403 204 403 204 204 403 403",
  "DELETE /api/dealer/keys/{id}": "401 403 404 403 404 404 403 403",
  "DELETE /api/me": "401 400 400 400 400 400 400 400",
  "DELETE /api/me/favourites": "401 204 204 204 204 204 204 204",
  "DELETE /api/me/sessions": "401 204 204 204 204 204 204 204",
  "DELETE /api/me/sessions/{id}": "401 404 404 404 404 404 404 404",
  "DELETE /api/me/totp": "401 400 400 400 400 400 400 400",
  "DELETE /api/saved-searches/{id}": "401 404 204 404 404 404 404 404",
  "GET /api/admin/audit": "401 403 403 403 403 403 200 403",
  "GET /api/admin/cars": "401 403 403 403 403 403 200 403",
  "GET /api/admin/cars/export": "401 403 403 403 403 403 200 403",
  "GET /api/admin/cars/search": "401 403 403 403 403 403 200 403",
  "GET /api/admin/cars/{id}": "401 403 403 403 403 403 404 403",
  "GET /api/admin/charts": "401 403 403 403 403 403 200 403",
  "GET /api/admin/weeks": "401 403 403 403 403 403 200 403",
  "GET /api/admin/health": "401 403 403 403 403 403 200 403",
  "GET /api/admin/invoices": "401 403 403 403 403 403 200 403",
  "GET /api/admin/invoices/summary": "401 403 403 403 403 403 400 403",
  "GET /api/admin/invoices/summary.pdf": "401 403 403 403 403 403 400 403",
  "GET /api/admin/invoices/{id}": "401 403 403 403 403 403 404 403",
  "GET /api/admin/models": "401 403 403 403 403 403 200 403",
  "DELETE /api/admin/coupons/{id}": "401 403 403 403 403 403 404 403",
  "DELETE /api/admin/stock-codes": "401 403 403 403 403 403 400 403",
  "GET /api/admin/stock-codes": "401 403 403 403 403 403 200 403",
  "PUT /api/admin/stock-codes": "401 403 403 403 403 403 400 403",
  "GET /api/admin/coupons": "401 403 403 403 403 403 200 403",
  "POST /api/admin/coupons": "401 403 403 403 403 403 400 403",
  "POST /api/payment/coupon": "401 400 400 400 400 400 400 400",
  "GET /api/admin/payments": "401 403 403 403 403 403 200 403",
  "GET /api/admin/payments/export.csv": "401 403 403 403 403 403 200 403",
  "GET /api/admin/payments/sums": "401 403 403 403 403 403 200 403",
  "GET /api/admin/payments/{id}": "401 403 403 403 403 403 404 403",
  "GET /api/admin/reports": "401 403 403 403 403 403 200 403",
  "GET /api/admin/review": "401 403 403 403 403 403 200 403",
  "GET /api/me/review-questions": "401 200 200 200 200 200 200 200",
  "POST /api/admin/review/{id}": "401 403 403 403 403 403 400 403",
  "POST /api/admin/review/{id}/undo": "401 403 403 403 403 403 404 403",
  "POST /api/cars/{id}/review-answer": "401 400 400 400 400 400 400 400",
  "GET /api/admin/settings": "401 403 403 403 403 403 200 403",
  "GET /api/admin/settings/subscribers": "401 403 403 403 403 403 200 403",
  "GET /api/admin/settings/versions": "401 403 403 403 403 403 200 403",
  "GET /api/admin/social": "401 403 403 403 403 403 200 403",
  "GET /api/admin/stats": "401 403 403 403 403 403 200 403",
  "GET /api/admin/tariffs": "401 403 403 403 403 403 200 403",
  "GET /api/admin/tariffs/{id}": "401 403 403 403 403 403 404 403",
  "GET /api/admin/users": "401 403 403 403 403 403 200 403",
  "GET /api/admin/users/export": "401 403 403 403 403 403 200 403",
  "GET /api/admin/users/search": "401 403 403 403 403 403 200 403",
  "GET /api/admin/users/{id}": "401 403 403 403 403 403 404 403",
  "GET /api/admin/users/{id}/payments": "401 403 403 403 403 403 200 403",
  "GET /api/admin/users/{id}/reports": "401 403 403 403 403 403 200 403",
  "GET /api/admin/users/{id}/waiting-payments": "401 403 403 403 403 403 404 403",
  "GET /api/admin/verifications": "401 403 403 403 403 403 200 403",
  "GET /api/admin/verifications/{id}/document": "401 403 403 403 403 403 404 403",
  "GET /api/car-models/all": "200 200 200 200 200 200 200 200",
  "GET /api/car-models/brands": "200 200 200 200 200 200 200 200",
  "GET /api/car-models/models": "400 400 400 400 400 400 400 400",
  "GET /api/car-models/suggest": "200 200 200 200 200 200 200 200",
  "GET /api/cars": "200 200 200 200 200 200 200 200",
  "GET /api/cars/archived": "401 200 200 200 200 200 200 200",
  "GET /api/cars/facets": "200 200 200 200 200 200 200 200",
  "GET /api/cars/my": "401 200 200 200 200 200 200 200",
  "GET /api/cars/{id}": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/seller": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/follow": "401 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/price-estimate": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/mileage-history": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/price-history": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/similar": "200 200 200 200 200 200 200 200",
  "GET /api/cars/{id}/stats": "401 403 200 403 403 403 200 403",
  "GET /api/confirmation": "410 410 410 410 410 410 410 410",
  "GET /api/dealer/billing-history": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/business": "401 200 200 200 200 200 200 200",
  "GET /api/dealer/outward-feeds": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/export.csv": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/feed": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/imports": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/imports/template.csv": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/imports/{id}": "401 403 404 403 404 404 403 403",
  "GET /api/dealer/imports/{id}/faults.csv": "401 403 404 403 404 404 403 403",
  "GET /api/dealer/imports/{id}/rows": "401 403 404 403 404 404 403 403",
  "GET /api/dealer/keys": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/page": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/report": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/report.csv": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/report-mails": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/stats": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/subscription-status": "401 403 200 403 200 200 403 403",
  "GET /api/dealer/verification": "401 403 200 403 200 200 403 403",
  "GET /api/dealers/{id}": "200 200 200 200 200 200 200 200",
  "GET /api/sellers/{id}": "200 200 200 200 200 200 200 200",
  "GET /api/followed-cars": "401 200 200 200 200 200 200 200",
  "GET /api/import-costs": "400 400 400 400 400 400 400 400",
  "GET /api/me": "401 200 200 200 200 200 200 200",
  "GET /api/me/export": "401 200 200 200 200 200 200 200",
  "GET /api/me/favourites": "401 200 200 200 200 200 200 200",
  "GET /api/me/sessions": "401 200 200 200 200 200 200 200",
  "GET /api/me/status": "401 200 200 200 200 200 200 200",
  "GET /api/me/totp": "401 200 200 200 200 200 200 200",
  "GET /api/payment/history": "401 200 200 200 200 200 200 200",
  "GET /api/payment/invoices/{id}": "401 404 404 404 404 404 404 404",
  "GET /api/saved-searches": "401 200 200 200 200 200 200 200",
  "GET /api/site-text": "400 400 400 400 400 400 400 400",
  "GET /api/search/suggest": "200 200 200 200 200 200 200 200",
  "POST /api/admin/cars/bulk-delete": "401 403 403 403 403 403 400 403",
  "POST /api/admin/cars/{id}/hide": "401 403 403 403 403 403 404 403",
  "POST /api/admin/cars/{id}/show": "401 403 403 403 403 403 404 403",
  "POST /api/admin/jobs/{id}/retry": "401 403 403 403 403 403 404 403",
  "POST /api/admin/models/{id}/approve": "401 403 403 403 403 403 404 403",
  "POST /api/admin/models/{id}/merge": "401 403 403 403 403 403 400 403",
  "POST /api/admin/models/{id}/refuse": "401 403 403 403 403 403 404 403",
  "POST /api/admin/payments": "401 403 403 403 403 403 400 403",
  "POST /api/admin/payments/{id}/refund": "401 403 403 403 403 403 400 403",
  "POST /api/admin/reports/{id}/dismiss": "401 403 403 403 403 403 404 403",
  "POST /api/admin/reports/{id}/hide": "401 403 403 403 403 403 404 403",
  "POST /api/admin/reports/{id}/restore": "401 403 403 403 403 403 404 403",
  "POST /api/admin/social/{id}/posted": "401 403 403 403 403 403 404 403",
  "POST /api/admin/tariffs": "401 403 403 403 403 403 400 403",
  "POST /api/admin/tariffs/{id}/activate": "401 403 403 403 403 403 404 403",
  "POST /api/admin/users/bulk-delete": "401 403 403 403 403 403 400 403",
  "POST /api/admin/settings/move-subscribers": "401 403 403 403 403 403 400 403",
  "POST /api/admin/settings/preview": "401 403 403 403 403 403 400 403",
  "POST /api/admin/users/{id}/suspension": "401 403 403 403 403 403 400 403",
  "POST /api/admin/verifications/{id}/confirm": "401 403 403 403 403 403 404 403",
  "POST /api/admin/verifications/{id}/refuse": "401 403 403 403 403 403 400 403",
  "POST /api/car-models/models": "401 400 400 400 400 400 400 400",
  "POST /api/cars/bulk": "401 400 400 400 400 400 400 400",
  "POST /api/cars": "401 400 400 400 400 400 400 400",
  "POST /api/cars/{id}/confirm": "401 403 200 403 403 403 403 403",
  "POST /api/cars/{id}/contact": "200 200 200 200 200 200 200 200",
  "POST /api/cars/{id}/events": "400 400 400 400 400 400 400 400",
  "POST /api/cars/{id}/still-available": "202 202 202 202 202 202 202 202",
  "POST /api/cars/{id}/vin-check": "401 400 400 400 400 400 400 400",
  "POST /api/cars/{id}/report": "400 400 400 400 400 400 400 400",
  "POST /api/dealer/cancel-subscription": "401 403 409 403 409 409 403 403",
  "POST /api/confirmation": "400 400 400 400 400 400 400 400",
  "POST /api/dealer/confirm": "401 403 200 403 200 200 403 403",
  "POST /api/dealer/customer-portal": "401 403 409 403 409 409 403 403",
  "POST /api/dealer/imports": "401 403 400 403 400 400 403 403",
  "POST /api/dealer/imports/{id}/apply": "401 400 400 400 400 400 400 400",
  "POST /api/dealer/imports/{id}/revert": "401 403 404 403 404 404 403 403",
  "POST /api/dealer/keys": "401 400 400 400 400 400 400 400",
  "POST /api/dealer/reactivate-subscription": "401 403 409 403 409 409 403 403",
  "POST /api/dealer/verification": "401 400 400 400 400 400 400 400",
  "POST /api/dealer/verification/document": "401 403 415 403 409 403 403 403",
  "POST /api/dealers/{id}/contact": "200 200 200 200 200 200 200 200",
  "POST /api/login": "400 400 400 400 400 400 400 400",
  "POST /api/logout": "204 204 204 204 204 204 204 204",
  "POST /api/me/totp": "401 403 403 403 403 403 400 403",
  "POST /api/me/totp/confirm": "401 400 400 400 400 400 400 400",
  "POST /api/password/forgot": "400 400 400 400 400 400 400 400",
  "POST /api/password/reset": "400 400 400 400 400 400 400 400",
  "POST /api/payment/create-car": "400 400 400 400 400 400 400 400",
  "POST /api/payment/create-checkout": "401 400 400 400 400 400 400 400",
  "POST /api/payment/create-dealer-subscription": "401 400 400 400 400 400 400 400",
  "POST /api/payment/verify-dealer-subscription": "400 400 400 400 400 400 400 400",
  "POST /api/payment/verify-session": "400 400 400 400 400 400 400 400",
  "POST /api/payment/webhook": "503 503 503 503 503 503 503 503",
  "POST /api/photos": "401 415 415 415 415 415 415 415",
  "POST /api/price-estimates": "400 400 400 400 400 400 400 400",
  "POST /api/refresh-token": "401 200 200 200 200 200 200 200",
  "POST /api/register": "400 400 400 400 400 400 400 400",
  "POST /api/saved-searches": "401 400 400 400 400 400 400 400",
  "POST /api/unsubscribe": "404 404 404 404 404 404 404 404",
  "POST /api/verify-email": "400 400 400 400 400 400 400 400",
  "POST /api/verify-email/resend": "401 204 204 204 204 204 204 204",
  "PUT /api/admin/cars/{id}": "401 403 403 403 403 403 400 403",
  "PUT /api/admin/settings": "401 403 403 403 403 403 200 403",
  "PUT /api/admin/tariffs/{id}": "401 403 403 403 403 403 400 403",
  "PUT /api/admin/users/{id}": "401 403 403 403 403 403 404 403",
  "PUT /api/cars/{id}": "401 403 200 403 403 403 403 403",
  "PUT /api/cars/{id}/follow": "401 200 409 200 200 200 200 200",
  "PUT /api/cars/{id}/mileage-note": "401 400 400 400 400 400 400 400",
  "PUT /api/cars/{id}/restore": "401 403 200 403 403 403 403 403",
  "PUT /api/cars/{id}/sold": "401 403 200 403 403 403 403 403",
  "PUT /api/cars/{id}/unsold": "401 403 200 403 403 403 403 403",
  "PUT /api/dealer/feed": "401 400 400 400 400 400 400 400",
  "PUT /api/dealer/outward-feeds": "401 400 400 400 400 400 400 400",
  "PUT /api/dealer/page": "401 400 400 400 400 400 400 400",
  "PUT /api/dealer/report-mails": "401 400 400 400 400 400 400 400",
  "PUT /api/dealer/imports/{id}/rows/{row}": "401 403 404 403 404 404 403 403",
  "PUT /api/me/favourites": "401 200 200 200 200 200 200 200",
  "PUT /api/me": "401 200 200 200 200 200 200 200",
  "PUT /api/saved-searches/{id}": "401 404 200 404 404 404 404 404",
};

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser({ businessName: "Auto", isDealerByHand: true });
  const page = { address: null, phone: "044010101", hours: null };
  await app.call("PUT /api/dealer/page", { as: owner, body: page });
});
afterAll(() => app.close());

const nobody = "01920000-0000-7000-8000-000000000000";

async function personOf(role: Role): Promise<TestUser | null> {
  const hour = 3_600_000;
  if (role === "guest") return null;
  if (role === "owner") return owner;
  if (role === "dealer") return app.registerUser({ dealerUntil: new Date(Date.now() + hour) });
  if (role === "lapsed dealer") return app.registerUser({ dealerUntil: new Date(Date.now() - hour) });
  const person = await app.registerUser({ isAdmin: role === "admin" || role === "demoted admin" });
  if (role === "other") await app.publishCar(person);
  if (role === "demoted admin")
    await app.database.db.updateTable("users").set({ is_admin: false }).where("id", "=", person.id).execute();
  return person;
}

const people = new Map<string, TestUser | null>();
let carId: string | null = null;
const silences = new Set<string>();

/** The owner's objects, created again for calls that could delete them. */
async function idFor(path: string): Promise<string> {
  if (path.startsWith("/api/cars/")) {
    carId ??= (await app.publishCar(owner))._id;
    return carId;
  }
  if (path.startsWith("/api/sellers/")) await app.publishCar(owner);
  if (path.startsWith("/api/dealers/") || path.startsWith("/api/sellers/")) return owner.id;
  if (path.startsWith("/api/admin/jobs/")) return "1";
  if (!path.startsWith("/api/saved-searches/")) return nobody;
  await app.database.db.deleteFrom("saved_searches").execute();
  await app.call("POST /api/saved-searches", { as: owner, body: { query: "brand=BMW" } });
  const { id } = await app.database.db.selectFrom("saved_searches").select("id").executeTakeFirstOrThrow();
  return id;
}

async function bodyFor(name: EndpointName): Promise<object> {
  if (name === "PUT /api/cars/{id}") return app.carFields(owner);
  if (name === "PUT /api/me/favourites") return { ids: [] };
  if (name === "PUT /api/saved-searches/{id}") return { name: "Emër" };
  return {};
}

async function statusFor(name: EndpointName, role: Role): Promise<number> {
  const [method = "", path = ""] = name.split(" ");
  if (!people.has(role)) people.set(role, await personOf(role));
  const person = people.get(role) ?? null;
  // A session that this call may end or change is a separate one.
  const session =
    person !== null && /logout|refresh/.test(path)
      ? await app.database.db.transaction().execute((trx) => openSession(trx, person.id))
      : null;
  const answer = await app.call(
    `${method} /${path
      .slice(1)
      .replace("{id}", await idFor(path))
      .replace("{row}", "2")}`,
    {
      as: person === null ? null : { ...person, token: session?.token ?? person.token },
      ...(method === "GET" ? {} : { body: await bodyFor(name) }),
    },
  );
  if (method !== "GET" && answer.status < 300 && path.startsWith("/api/cars/")) carId = null;
  const silent = findUndocumented(method, path, answer);
  if (silent !== null) silences.add(silent);
  return answer.status;
}

const names = Object.keys(endpoints) as EndpointName[];

test("every endpoint answers every role as the access table says", { timeout: 120_000 }, async () => {
  const actual: Record<string, string> = {};
  for (const name of names) {
    const statuses: number[] = [];
    for (const role of roles) statuses.push(await statusFor(name, role));
    actual[name] = statuses.join(" ");
  }
  expect(actual).toEqual(expected);
  // And as the API's document says.
  expect([...silences]).toEqual([]);
});

test("every write from another site's page with the cookie alone is refused and changes nothing", async () => {
  const admin = await app.registerUser({ isAdmin: true });
  const car = await app.publishCar(owner);
  const written = async () =>
    (
      await sql<{ all: string }>`
        select (select json_agg(c order by c.id) from cars c)::text || (select json_agg(u order by u.id) from users u)::text
          || (select count(*) from sessions) || (select count(*) from saved_searches) || (select count(*) from reports) as all`.execute(
        app.database.db,
      )
    ).rows[0]?.all;
  const before = await written();
  for (const name of names.filter((each) => !each.startsWith("GET "))) {
    const [method = "", path = ""] = name.split(" ");
    for (const person of [owner, admin]) {
      const answer = await app.call(
        `${method} /${path.slice(1).replace("{id}", car._id).replace("{row}", "2")}`,
        {
          body: await bodyFor(name),
          headers: { cookie: `vetura_session=${person.cookie}`, "sec-fetch-site": "cross-site" },
        },
      );
      expect([name, answer.status, errorOf(answer).code]).toEqual([name, 403, "cross_site"]);
    }
  }
  expect(await written()).toBe(before);
});
