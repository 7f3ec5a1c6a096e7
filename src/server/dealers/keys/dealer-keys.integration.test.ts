import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dealerKey, newDealerKey } from "#contract/dealer-keys.ts";
import { type EndpointName, endpoints } from "#contract/endpoints.ts";
import { type KeyScope, keyLimits, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { checkStock, readImport, stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";

let app: TestApp;
/** Called between the steps of applying a stock. */
let onStockStep: (name: string) => Promise<void> = async () => {};

beforeAll(async () => {
  app = await createTestApp({
    env: { RATE_LIMITS: "on" },
    step: (name) => onStockStep(name),
  });
});
afterAll(() => app.close());

const hour = 3_600_000;

function newDealer(): Promise<TestUser> {
  return app.registerUser({
    dealerUntil: new Date(Date.now() + hour),
    businessName: "Auto Arta",
    phone: "+38344123456",
  });
}

async function makeKey(dealer: TestUser, scopes: readonly KeyScope[] = keyScopes, name = "Programi") {
  const answer = await app.call("POST /api/dealer/keys", { as: dealer, body: { name, scopes } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return newDealerKey.parse(answer.body);
}

async function keysOf(dealer: TestUser) {
  return dealerKey.array().parse((await app.call("GET /api/dealer/keys", { as: dealer })).body);
}

/** The caller that the key makes. */
function bearer(key: string) {
  return { headers: { authorization: `Bearer ${key}` } };
}

async function mailsTo(dealer: TestUser) {
  await drainJobs(app.database, app.services.tasks);
  return (await readOutbox(join(app.dataDir, "outbox"))).filter(({ to }) => to.includes(dealer.email));
}

test("a key is shown once, stored as a hash alone, told by mail and in the audit log, and so is its end", async () => {
  const dealer = await newDealer();
  const { id, key, ...made } = await makeKey(dealer, ["statistics", "stock"], "  Sistemi   i stokut ");
  expect(key).toMatch(/^vk_[A-Za-z0-9_-]{43}$/);
  expect(made).toMatchObject({ name: "Sistemi i stokut", scopes: ["stock", "statistics"] });
  expect(await keysOf(dealer)).toEqual([{ id, ...made, lastUsedAt: null }]);

  const [mail] = await mailsTo(dealer);
  expect(mail?.text).toContain("çelësi «Sistemi i stokut»");
  const { rows: dump } = await app.database.pool.query<{ all: string }>(
    `select (select string_agg(k::text, '') from dealer_keys k) || (select string_agg(a::text, '') from audit_log a)
       || coalesce((select string_agg(j::text, '') from graphile_worker._private_jobs j), '') as all`,
  );
  for (const place of [dump[0]?.all, mail?.text, mail?.html]) {
    expect(place).toBeDefined();
    expect(place).not.toContain(key.slice(3));
  }

  expect((await app.call(`DELETE /api/dealer/keys/${id}`, { as: dealer })).status).toBe(204);
  expect((await mailsTo(dealer)).map(({ subject }) => subject).toSorted()).toEqual([
    "Një çelës i ri në llogarinë tuaj në Vetura",
    "Një çelës u mbyll në llogarinë tuaj në Vetura",
  ]);
  const { rows: audit } = await app.database.pool.query(
    "select action, actor_email, coalesce(before, after) as facts from audit_log where actor_id = $1 order by id",
    [dealer.id],
  );
  const facts = { key: id, name: "Sistemi i stokut", scopes: "stock, statistics" };
  expect(audit).toEqual([
    { action: "key.make", actor_email: dealer.email, facts },
    { action: "key.end", actor_email: dealer.email, facts },
  ]);
  expect((await app.call("GET /api/cars/my", bearer(key))).status).toBe(401);
});

// DECISIONS of the API: exactly these, whatever else the contract's other properties say.
const opened: Readonly<Record<KeyScope, readonly EndpointName[]>> = {
  stock: [
    "DELETE /api/cars/{id}",
    "GET /api/cars/archived",
    "GET /api/cars/my",
    "GET /api/cars/{id}",
    "GET /api/dealer/export.csv",
    "GET /api/dealer/imports",
    "GET /api/dealer/imports/template.csv",
    "GET /api/dealer/imports/{id}",
    "GET /api/dealer/imports/{id}/faults.csv",
    "GET /api/dealer/imports/{id}/rows",
    "POST /api/cars",
    "POST /api/dealer/imports",
    "POST /api/dealer/imports/{id}/apply",
    "POST /api/dealer/imports/{id}/revert",
    "PUT /api/cars/{id}",
    "PUT /api/cars/{id}/restore",
    "PUT /api/cars/{id}/sold",
    "PUT /api/cars/{id}/unsold",
    "PUT /api/dealer/imports/{id}/rows/{row}",
  ],
  statistics: [
    "GET /api/dealer/report",
    "GET /api/dealer/report-mails",
    "GET /api/dealer/report.csv",
    "GET /api/dealer/stats",
    "PUT /api/dealer/report-mails",
  ],
};

test("a key opens the calls of its scope in the contract, and every other call is 403 scope_missing", async () => {
  const dealer = await newDealer();
  const { _id: carId } = await app.publishCar(dealer);
  for (const scope of keyScopes) {
    const { key } = await makeKey(dealer, [scope]);
    const letIn: string[] = [];
    for (const name of Object.keys(endpoints)) {
      const [method = "", path = ""] = name.split(" ");
      const id = path.startsWith("/api/cars/") ? carId : "01920000-0000-7000-8000-000000000000";
      const { status, body } = await app.call(
        `${method} /${path.slice(1).replace("{id}", id).replace("{row}", "2")}`,
        { ...bearer(key), ...(method === "GET" ? {} : { body: {} }) },
      );
      const refused = status === 403 && errorOf({ status, body, headers: new Headers() }).code;
      if (refused === "scope_missing") continue;
      expect([name, status]).toEqual([name, expect.not.toBeOneOf([401, 403, 500])]);
      letIn.push(name);
    }
    expect(letIn.toSorted()).toEqual(opened[scope].toSorted());
  }
  // Nor is there anything beside the contract.
  const { key } = await makeKey(dealer);
  expect(errorOf(await app.call("GET /api/admin/nothing", bearer(key))).code).toBe("scope_missing");
});

test("a key in the address, the body or a cookie does nothing, and beside one that is good a cookie counts for nothing", async () => {
  const dealer = await newDealer();
  const other = await newDealer();
  const { key } = await makeKey(dealer);
  for (const ask of [`?key=${key}`, `?authorization=Bearer%20${key}`, `?access_token=${key}`])
    expect((await app.call(`GET /api/cars/my${ask}`)).status).toBe(401);
  for (const cookie of [`vetura_session=${key}`, `vetura_session=${key.slice(3)}`, `key=${key}`])
    expect((await app.call("GET /api/cars/my", { headers: { cookie } })).status).toBe(401);
  for (const authorization of [`Basic ${key}`, key, `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`])
    expect((await app.call("GET /api/cars/my", { headers: { authorization } })).status).toBe(401);
  const made = await app.call("POST /api/dealer/keys", {
    headers: { authorization: `Bearer ${key}`, cookie: `vetura_session=${other.cookie}` },
    body: { name: "x", scopes: ["stock"] },
  });
  expect([made.status, errorOf(made).code]).toEqual([403, "scope_missing"]);
});

test("with a key, a dealer's cars are all there is: others' are 403, public or not, and an admin's rights are left behind", async () => {
  const dealer = await newDealer();
  await app.database.db.updateTable("users").set({ is_admin: true }).where("id", "=", dealer.id).execute();
  const own = await app.publishCar(dealer);
  const foreign = await app.publishCar(await newDealer());
  const { key } = await makeKey(dealer);
  expect((await app.call(`GET /api/cars/${own._id}`, bearer(key))).status).toBe(200);
  for (const call of [`GET /api/cars/${foreign._id}`, `PUT /api/cars/${foreign._id}/sold`] as const) {
    const answer = await app.call(call, bearer(key));
    expect([answer.status, errorOf(answer).code]).toEqual([403, "not_yours"]);
  }
  expect((await app.call(`PUT /api/cars/${own._id}/sold`, bearer(key))).status).toBe(200);
  expect((await app.call("GET /api/admin/users", bearer(key))).status).toBe(403);
});

test("a program publishes a car with pictures as data URLs, once however often it sends the same Idempotency-Key", async () => {
  const dealer = await newDealer();
  const { key } = await makeKey(dealer, ["stock"]);
  const picture = `data:image/jpeg;base64,${Buffer.from(await stockPicture(1)).toString("base64")}`;
  const { images: _, ...fields } = await app.carFields(dealer);
  const send = () =>
    app.call("POST /api/cars", {
      headers: { authorization: `Bearer ${key}`, "idempotency-key": "a-1" },
      body: { ...fields, images: [picture] },
    });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const mine = await app.call("GET /api/cars/my", bearer(key));
  expect(mine.headers.get("x-total-count")).toBe("1");
  expect(mine.headers.get("cache-control")).toBe("private, no-store");
});

test("a dealer has five keys at most, also when ten are made at once", async () => {
  const dealer = await newDealer();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      app.call("POST /api/dealer/keys", { as: dealer, body: { name: `Nr. ${at}`, scopes: ["stock"] } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(keyLimits.maxKeys);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map((answer) => [answer.status, errorOf(answer).code])).toEqual(
    Array.from({ length: 5 }, () => [409, "keys_full"]),
  );
  const [key] = await keysOf(dealer);
  expect((await app.call(`DELETE /api/dealer/keys/${key?.id}`, { as: dealer })).status).toBe(204);
  await makeKey(dealer);
});

test("bad forms are refused by field, and another dealer's key is 404", async () => {
  const dealer = await newDealer();
  const bodies: [object, string][] = [
    [{ scopes: ["stock"] }, "name"],
    [{ name: " ", scopes: ["stock"] }, "name"],
    [{ name: "x".repeat(61), scopes: ["stock"] }, "name"],
    [{ name: "x" }, "scopes"],
    [{ name: "x", scopes: [] }, "scopes"],
    [{ name: "x", scopes: ["admin"] }, "scopes"],
    [{ name: "x", scopes: ["stock", "stock"] }, "scopes"],
    [{ name: "x", scopes: ["stock"], key: "vk_mine" }, "key"],
  ];
  for (const [body, field] of bodies) {
    const answer = await app.call("POST /api/dealer/keys", { as: dealer, body });
    expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, [field]]);
  }
  const { id } = await makeKey(dealer);
  const other = await app.call(`DELETE /api/dealer/keys/${id}`, { as: await newDealer() });
  expect([other.status, errorOf(other).code]).toEqual([404, "key_not_found"]);
});

test("a lapsed dealer's key and a suspended one's open nothing, and open again with the subscription", async () => {
  const dealer = await newDealer();
  const { key } = await makeKey(dealer);
  const set = (values: {
    dealer_until?: Date;
    suspended_at?: Date | null;
    suspended_reason?: string | null;
  }) => app.database.db.updateTable("users").set(values).where("id", "=", dealer.id).execute();
  const ask = async () => {
    const { status, body } = await app.call("GET /api/cars/my", bearer(key));
    return status === 200 ? 200 : [status, errorOf({ status, body, headers: new Headers() }).code];
  };
  await set({ dealer_until: new Date(Date.now() - hour) });
  expect(await ask()).toEqual([403, "dealers_only"]);
  const made = await app.call("POST /api/dealer/keys", {
    as: dealer,
    body: { name: "x", scopes: ["stock"] },
  });
  expect([made.status, errorOf(made).code]).toEqual([403, "dealers_only"]);
  await set({ dealer_until: new Date(Date.now() + hour) });
  expect(await ask()).toBe(200);
  await set({ suspended_at: new Date(), suspended_reason: "Mashtrim" });
  expect(await ask()).toEqual([403, "account_suspended"]);
  await set({ suspended_at: null, suspended_reason: null });
  expect(await ask()).toBe(200);
});

test("a hundred calls at once are answered, and note the day of use once", async () => {
  const dealer = await newDealer();
  const { key } = await makeKey(dealer);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      app.call(at % 2 === 0 ? "GET /api/cars/my" : "GET /api/dealer/stats", bearer(key)),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Belgrade" }).format(new Date());
  expect((await keysOf(dealer)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([day]);
  const { rows } = await app.database.pool.query<{ xmin: string }>(
    "select xmin::text from dealer_keys where user_id = $1",
    [dealer.id],
  );
  await app.call("GET /api/cars/my", bearer(key));
  const after = await app.database.pool.query("select xmin::text from dealer_keys where user_id = $1", [
    dealer.id,
  ]);
  expect(after.rows).toEqual(rows);
});

test("the 601st call of an hour with a key is 429 and says when to try again; another key goes on", async () => {
  const dealer = await newDealer();
  const { key } = await makeKey(dealer);
  const other = await makeKey(dealer);
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 12; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.call("GET /api/me", bearer(key))));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  // Refused ones count, too.
  expect([...statuses]).toEqual([[403, keyLimits.maxCallsAnHour]]);
  const late = await app.call("GET /api/cars/my", bearer(key));
  expect([late.status, errorOf(late).code]).toEqual([429, "too_many_requests"]);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(3_500);
  expect(Number(late.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
  expect((await app.call("GET /api/cars/my", bearer(other.key))).status).toBe(200);
});

test("a key that is ended while its import applies opens nothing more, and the import is applied whole", async () => {
  const dealer = await newDealer();
  const { id, key } = await makeKey(dealer, ["stock"]);
  const program: TestUser = { ...dealer, token: key };
  const rows = [1, 2].map((at) => stockRow({ referenca: `A-${at}`, fotot: "a.jpg" }));
  const zip = await zipOf({ "stoku.csv": stockCsv(rows), "a.jpg": await stockPicture(1) });
  const checked = await checkStock(app, program, zip);
  let ended = 0;
  onStockStep = async (name) => {
    if (name !== "row") return;
    onStockStep = async () => {};
    ended = (await app.call(`DELETE /api/dealer/keys/${id}`, { as: dealer })).status;
  };
  const body = { archiveMissing: false };
  const applied = await app.call(`POST /api/dealer/imports/${checked.id}/apply`, { as: program, body });
  expect(applied.status).toBe(202);
  await drainJobs(app.database, app.services.tasks);
  expect(ended).toBe(204);
  expect((await app.call(`GET /api/dealer/imports/${checked.id}`, { as: program })).status).toBe(401);
  expect(await readImport(app, dealer, checked.id)).toMatchObject({ status: "applied" });
  expect((await app.call("GET /api/cars/my", { as: dealer })).headers.get("x-total-count")).toBe("2");
});

test("a new password and signing out everywhere end no key, and the mail says how many go on", async () => {
  const dealer = await newDealer();
  const [first, second] = [await makeKey(dealer), await makeKey(dealer, ["stock"], "Tjetri")];
  const keysAnswer = () =>
    Promise.all(
      [first, second].map(async ({ key }) => (await app.call("GET /api/cars/my", bearer(key))).status),
    );
  const passwordMails = async () =>
    (await mailsTo(dealer)).filter(({ subject }) => subject === "Fjalëkalimi juaj në Vetura u ndërrua");

  expect((await app.call("DELETE /api/me/sessions", { as: dealer })).status).toBe(204);
  expect(await passwordMails()).toEqual([]);
  const changed = await app.call("PUT /api/me", { as: dealer, body: { password: "fjalëkalimi i ri" } });
  expect(changed.status).toBe(200);
  const [mail] = await passwordMails();
  expect(mail?.text).toContain("2 çelësa të programeve tuaja vazhdojnë të punojnë");
  expect(mail?.text).toContain("/autosallon-dashboard/keys");

  await app.call(`DELETE /api/dealer/keys/${second.id}`, { as: dealer });
  expect((await app.call("POST /api/password/forgot", { body: { email: dealer.email } })).status).toBe(204);
  const link = (await mailsTo(dealer)).find(({ text }) => text.includes("/reset-password?token="));
  const [, token] = /token=([\w-]+)/.exec(link?.text ?? "") ?? [];
  const reset = await app.call("POST /api/password/reset", { body: { token, password: "edhe një tjetër" } });
  expect(reset.status).toBe(204);
  expect((await app.call("GET /api/me", { as: dealer })).status).toBe(401);
  const mails = await passwordMails();
  expect(mails).toHaveLength(2);
  expect(mails.some(({ text }) => text.includes("1 çelës i programeve tuaja vazhdon"))).toBe(true);
  expect(await keysAnswer()).toEqual([200, 401]);
});

test("keys go with their account", async () => {
  const dealer = await newDealer();
  const { key } = await makeKey(dealer);
  const body = { password: "fjalëkalimi im" };
  expect((await app.call("PUT /api/me", { as: dealer, body })).status).toBe(200);
  expect((await app.call("DELETE /api/me", { as: dealer, body })).status).toBe(204);
  expect((await app.call("GET /api/cars/my", bearer(key))).status).toBe(401);
  const { rows } = await app.database.pool.query("select from dealer_keys where user_id = $1", [dealer.id]);
  expect(rows).toEqual([]);
});
