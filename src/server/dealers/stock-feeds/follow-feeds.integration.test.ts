import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { suggestedModel } from "#contract/admin-queues.ts";
import { type StockFeed, stockFeed } from "#contract/feeds.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";
import {
  applyStock,
  checkStock,
  runImports,
  readImport,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

// specification.md#stock-feed, from the address to the cars.

let app: TestApp;
let host: Server;
let base: string;
/** What the dealer's host answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  host = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(host, "listening");
  const address = host.address();
  if (address === null || typeof address === "string") throw new Error("The host has no port.");
  base = `http://127.0.0.1:${address.port}`;
  app = await createTestApp({ env: { IMPORT_ALLOWED_HOSTS: `127.0.0.1:${address.port}` } });
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await app.close();
});
beforeEach(async () => {
  // The feeds of the tests before.
  await app.database.db.deleteFrom("stock_feeds").execute();
});

const serve = (file: string | Buffer) => {
  answer = (_request, response) => response.end(file);
};
const references = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `A-${from + at}`);

/** A ZIP with a car for each reference, at this price. */
async function stockOf(all: readonly string[], price = "12500"): Promise<Buffer> {
  const rows = all.map((referenca) => stockRow({ referenca, cmimi: price, fotot: `${referenca}.jpg` }));
  const pictures = await Promise.all(
    all.map(async (name) => [`${name}.jpg`, await stockPicture(Number(name.slice(2)))] as const),
  );
  return zipOf({ "stoku.csv": stockCsv(rows), ...Object.fromEntries(pictures) });
}

async function newDealer(feed: Partial<StockFeed> = {}): Promise<TestUser> {
  const as = await app.registerUser({
    isDealerByHand: true,
    businessName: "Auto Arta",
    phone: "+38344123456",
  });
  const body = { url: `${base}/stoku`, everyHours: 6, archiveMissing: false, ...feed };
  expect((await app.call("PUT /api/dealer/feed", { as, body })).status).toBe(200);
  return as;
}

const feedOf = async (as: TestUser) => stockFeed.parse((await app.call("GET /api/dealer/feed", { as })).body);

/** One run of the schedule, as each minute. */
async function tick(): Promise<void> {
  await app.services.stockFeeds.schedule["follow_stock_feeds"]?.run(new AbortController().signal);
}

/** All that happens to feeds that are due: fetched, checked, applied, noted, told. */
async function fetchDue(): Promise<void> {
  await tick();
  await runImports(app);
  // A file that waits for its dealer is known as such after a while.
  await sql`update stock_imports set checked_at = checked_at - interval '1 minute'`.execute(app.database.db);
  await tick();
  expect(await drainJobs(app.database, app.services.stockFeeds.tasks)).toEqual([]);
}

async function becomeDue(): Promise<void> {
  await sql`update stock_feeds set due_at = now()`.execute(app.database.db);
}

async function priced(as: TestUser): Promise<Record<string, number>> {
  const rows = await app.database.db
    .selectFrom("cars")
    .select(["reference", "price"])
    .where("owner_id", "=", as.id)
    .where("state", "=", "active")
    .execute();
  return Object.fromEntries(rows.map(({ reference, price }) => [reference ?? "", price]));
}

const mailsTo = async ({ email }: TestUser) =>
  (await readOutbox(join(app.dataDir, "outbox"))).filter(({ to }) => to.includes(email));

test("a feed is fetched when it is due, applied by itself, and its results are shown", async () => {
  const as = await newDealer();
  serve(await stockOf(["A-1", "A-2"]));
  await fetchDue();
  expect(await priced(as)).toEqual({ "A-1": 12_500, "A-2": 12_500 });
  const first = await feedOf(as);
  expect(first.results).toMatchObject([{ outcome: "applied", reason: null, message: null }]);
  expect(first.results[0]?.importId).not.toBeNull();
  expect(Date.parse(first.nextAt) - Date.now()).toBeGreaterThan(5.9 * 3_600_000);

  // Not due: nothing is asked.
  answer = () => expect.unreachable("The feed is not due.");
  await fetchDue();
  expect((await feedOf(as)).results).toHaveLength(1);

  await becomeDue();
  serve(await stockOf(["A-1", "A-2"]));
  await fetchDue();
  expect((await feedOf(as)).results.map(({ outcome }) => outcome)).toEqual(["unchanged", "applied"]);

  await becomeDue();
  serve(await stockOf(["A-1", "A-2"], "11900"));
  await fetchDue();
  expect(await priced(as)).toEqual({ "A-1": 11_900, "A-2": 11_900 });
});

test("what the file no longer lists is archived where the dealer wants it, and most of a stock never by itself", async () => {
  const as = await newDealer({ archiveMissing: true });
  serve(await stockOf(references(1, 4)));
  await fetchDue();
  await becomeDue();
  serve(await stockOf(references(1, 3)));
  await fetchDue();
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 3));

  await becomeDue();
  serve(await stockOf(["A-1"]));
  await fetchDue();
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 3));
  const [last] = (await feedOf(as)).results;
  expect(last).toMatchObject({ outcome: "failed", reason: "too_many_missing" });
  expect(last?.message).toContain("30\u00A0%");
});

test("a feed leaves the cars of a merged and of a corrected model as the admin named them", async () => {
  const [as, admin] = [await newDealer(), await app.registerUser({ isAdmin: true })];
  const typed = { "A-1": "Golf VII Variant", "A-2": "Golff R32" };
  const rows = Object.entries(typed).map(([referenca, modeli]) =>
    stockRow({ referenca, modeli, fotot: `${referenca}.jpg` }),
  );
  serve(
    await zipOf({
      "stoku.csv": stockCsv(rows),
      "A-1.jpg": await stockPicture(1),
      "A-2.jpg": await stockPicture(2),
    }),
  );
  await fetchDue();
  const cars = () =>
    app.database.db
      .selectFrom("cars")
      .select(["model", "version"])
      .where("owner_id", "=", as.id)
      .orderBy("reference")
      .execute();
  const waiting = async () => {
    const { body } = await app.call("GET /api/admin/models?limit=100", { as: admin });
    return suggestedModel
      .array()
      .parse(z.object({ models: z.unknown() }).parse(body).models)
      .filter(({ name }) => Object.values(typed).includes(name));
  };
  expect((await cars()).map(({ model }) => model)).toEqual(Object.values(typed));
  const [merged, corrected] = (await waiting()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const [path, body] of [
    [`${merged?.id}/merge`, { into: "Golf" }],
    [`${corrected?.id}/approve`, { name: "Golf R32" }],
  ] as const)
    expect((await app.call(`POST /api/admin/models/${path}`, { as: admin, body })).status).toBe(200);
  const renamed = await cars();
  expect(renamed.map(({ model }) => model)).toEqual(["Golf", "Golf R32"]);

  await becomeDue();
  await fetchDue();
  expect((await feedOf(as)).results.map(({ outcome }) => outcome)).toEqual(["unchanged", "applied"]);
  expect(await cars()).toEqual(renamed);
  expect(await waiting()).toEqual([]);
});

test("after a feed's import was undone its files wait for the dealer, until one is applied by hand", async () => {
  const as = await newDealer();
  serve(await stockOf(["A-1"]));
  await fetchDue();
  const next = async (price: string) => {
    await becomeDue();
    serve(await stockOf(["A-1"], price));
    await fetchDue();
    const [result] = (await feedOf(as)).results;
    return { ...result, importId: result?.importId ?? expect.fail("no import") };
  };
  const wrong = await next("1250");
  expect(await priced(as)).toEqual({ "A-1": 1_250 });
  expect((await app.call(`POST /api/dealer/imports/${wrong.importId}/revert`, { as })).status).toBe(202);
  await runImports(app);
  expect(await priced(as)).toEqual({ "A-1": 12_500 });

  // The same wrong file, also after the dealer has applied a file of their own.
  const again = await next("1250");
  expect(again).toMatchObject({ outcome: "failed", reason: "undone" });
  expect(again.message).toContain("aplikojeni vetë");
  const { id } = await checkStock(app, as, await stockOf(["A-2"]));
  await applyStock(app, as, id);
  // However many files come after it, the undone import is known.
  await sql`
    insert into stock_imports (id, user_id, source, asked_format, is_zip, status)
    select gen_random_uuid(), ${as.id}, 'upload', 'auto', false, 'failed' from generate_series(1, 31)`.execute(
    app.database.db,
  );
  await app.services.schedule["sweep_stock_imports"]?.run(new AbortController().signal);
  const third = await next("1250");
  expect(third).toMatchObject({ outcome: "failed", reason: "undone" });
  expect(await readImport(app, as, third.importId)).toMatchObject({ status: "ready" });
  expect(await priced(as)).toEqual({ "A-1": 12_500, "A-2": 12_500 });

  const right = await next("11900");
  expect(await applyStock(app, as, right.importId)).toMatchObject({ status: "applied" });
  expect(await next("11800")).toMatchObject({ outcome: "applied" });
  expect(await priced(as)).toEqual({ "A-1": 11_800, "A-2": 12_500 });
});

test("a file that is checked while the undoing of its feed's last import is under way waits, too", async () => {
  const as = await newDealer();
  serve(await stockOf(["A-1"]));
  await fetchDue();
  const [first] = (await feedOf(as)).results;
  expect((await app.call(`POST /api/dealer/imports/${first?.importId}/revert`, { as })).status).toBe(202);
  await becomeDue();
  serve(await stockOf(["A-1"], "11900"));
  await tick();
  const check = app.services.stockImports.tasks["check_stock_import"];
  const { rows } = await sql<{ id: string }>`
    select id from stock_imports where user_id = ${as.id} and status = 'checking'`.execute(app.database.db);
  await check?.run({ importId: rows[0]?.id }, new AbortController().signal);
  await runImports(app);
  expect(await priced(as)).toEqual({});
});

test("a car that an admin deletes is not published again by its dealer's feed", async () => {
  const as = await newDealer();
  const admin = await app.registerUser({ isAdmin: true });
  serve(await stockOf(["A-1", "A-2"]));
  await fetchDue();
  const { id } = await app.database.db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", as.id)
    .where("reference", "=", "A-1")
    .executeTakeFirstOrThrow();
  expect((await app.call(`DELETE /api/admin/cars/${id}`, { as: admin })).status).toBe(204);
  await becomeDue();
  serve(await stockOf(["A-1", "A-2"], "11900"));
  await fetchDue();
  expect(await priced(as)).toEqual({ "A-2": 11_900 });
  const [result] = (await feedOf(as)).results;
  expect(result).toMatchObject({ outcome: "applied" });
  expect(await readImport(app, as, result?.importId ?? "")).toMatchObject({
    faults: [{ row: 2, value: "A-1", code: "reference_removed" }],
  });
});

test("an empty file, a page instead of a file and an error leave the stock alone, with the reason", async () => {
  const as = await newDealer({ archiveMissing: true });
  serve(await stockOf(["A-1"]));
  await fetchDue();
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end(""),
    (response) => response.end("<!doctype html><title>Hyni</title>"),
    (response) => response.writeHead(404).end("gone"),
    (response) => response.destroy(),
    (response) => response.writeHead(302, { location: "https://169.254.169.254/" }).end(),
    (response) => response.end("PK\u0003\u0004 broken"),
  ];
  for (const one of answers) {
    await becomeDue();
    answer = (_request, response) => one(response);
    await fetchDue();
  }
  expect(await priced(as)).toEqual({ "A-1": 12_500 });
  expect((await feedOf(as)).results.map(({ reason }) => reason)).toEqual([
    "no_stock_file",
    "not_public",
    "unreachable",
    "bad_status",
    "no_stock_file",
    "no_stock_file",
    null,
  ]);
});

test("two failures in a row are told by one mail, and again only after a success", async () => {
  const as = await newDealer();
  const fail = async () => {
    await becomeDue();
    answer = (_request, response) => response.writeHead(500).end();
    await fetchDue();
  };
  await fail();
  expect(await mailsTo(as)).toEqual([]);
  await fail();
  await fail();
  const [mail, ...more] = await mailsTo(as);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Stoku juaj nuk u mor dy herë radhazi");
  expect(mail?.text).toContain("Faqja nuk e dha skedarin");
  expect(mail?.text).toContain("http://localhost:3000/autosallon-dashboard/imports");

  await becomeDue();
  serve(await stockOf(["A-1"]));
  await fetchDue();
  await fail();
  expect(await mailsTo(as)).toHaveLength(1);
  await fail();
  expect(await mailsTo(as)).toHaveLength(2);
});

test("a feed of who is no dealer now, or is suspended, waits", async () => {
  const [lapsed, suspended] = [await newDealer(), await newDealer()];
  const { db } = app.database;
  await db.updateTable("users").set({ is_dealer_by_hand: false }).where("id", "=", lapsed.id).execute();
  await db
    .updateTable("users")
    .set({ suspended_at: new Date(), suspended_reason: "prova" })
    .where("id", "=", suspended.id)
    .execute();
  answer = () => expect.unreachable("Nobody's feed is due.");
  await tick();
  const { runs } = await db
    .selectFrom("stock_feed_runs")
    .select((eb) => eb.fn.countAll<number>().as("runs"))
    .executeTakeFirstOrThrow();
  expect(runs).toBe(0);
});

test("a run whose process was killed ends as interrupted, and the next one begins in time", async () => {
  const as = await newDealer();
  const { db } = app.database;
  await sql`
    insert into stock_feed_runs (id, user_id, started_at)
    values (${crypto.randomUUID()}, ${as.id}, now() - interval '11 minutes')`.execute(db);
  serve(await stockOf(["A-1"]));
  await fetchDue();
  expect((await feedOf(as)).results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["applied", null],
    ["failed", "interrupted"],
  ]);
});

test.each([
  ["removed", { archiveMissing: true }, 0],
  ["told to keep what is missing", { archiveMissing: false }, 1],
] as const)(
  "a file that arrives after its feed was %s is not imported under the old choice",
  async (change, { archiveMissing }, results) => {
    const as = await newDealer({ archiveMissing: true });
    serve(await stockOf(references(1, 4)));
    await fetchDue();
    await becomeDue();
    await app.database.db.deleteFrom("stock_feed_runs").execute();
    const file = await stockOf(references(1, 3));
    const body = { url: `${base}/stoku`, everyHours: 6, archiveMissing };
    answer = (_request, response) => {
      // From here on the file is the one that is asked for under the new choice.
      serve(file);
      const changed =
        change === "removed"
          ? app.call("DELETE /api/dealer/feed", { as })
          : app.call("PUT /api/dealer/feed", { as, body });
      void changed.then(() => response.end(file));
    };
    await fetchDue();
    expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 4));
    const runs = await app.database.db.selectFrom("stock_feed_runs").select("outcome").execute();
    expect(runs).toHaveLength(results);
    const { files } = await app.database.db
      .selectFrom("stock_imports")
      .select((eb) => eb.fn.countAll<number>().as("files"))
      .where("user_id", "=", as.id)
      .executeTakeFirstOrThrow();
    expect(files).toBe(1 + results);
  },
);

/** A dealer whose feed archives what is missing; its next file, with a car less, is fetched and not checked yet. */
async function fetchedFile(): Promise<{ as: TestUser; importId: string }> {
  const as = await newDealer({ archiveMissing: true });
  serve(await stockOf(references(1, 4)));
  await fetchDue();
  await becomeDue();
  serve(await stockOf(references(1, 3)));
  await tick();
  const { id: importId } = await app.database.db
    .selectFrom("stock_imports")
    .select("id")
    .where("user_id", "=", as.id)
    .where("status", "=", "checking")
    .executeTakeFirstOrThrow();
  return { as, importId };
}

const putFeed = (as: TestUser, changes: Partial<StockFeed> = {}) =>
  app.call("PUT /api/dealer/feed", {
    as,
    body: { url: `${base}/stoku`, everyHours: 6, archiveMissing: true, ...changes },
  });
const removeFeed = (as: TestUser) => app.call("DELETE /api/dealer/feed", { as });

test.each<[string, (as: TestUser) => Promise<unknown>]>([
  ["was removed", removeFeed],
  ["was removed and set up again", async (as) => [await removeFeed(as), await putFeed(as)]],
  ["was told to keep what is missing", (as) => putFeed(as, { archiveMissing: false })],
  ["got another address", (as) => putFeed(as, { url: `${base}/tjeter` })],
])("a file that is checked after its feed %s waits for the dealer", async (_, change) => {
  const { as, importId } = await fetchedFile();
  await change(as);
  await runImports(app);
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 4));
  expect(await readImport(app, as, importId)).toMatchObject({ status: "ready", appliedAt: null });
  // It is no result of the feed as it is now.
  const runs = app.database.db.selectFrom("stock_feed_runs").select("outcome");
  expect(await runs.where("import_id", "=", importId).execute()).toEqual([]);

  await applyStock(app, as, importId, { archiveMissing: true });
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 3));
});

test("a fetch of the old address that fails after the feed was changed is no result and counts for no mail", async () => {
  const as = await newDealer();
  answer = (_request, response) => response.writeHead(500).end();
  await fetchDue();
  await becomeDue();
  const later = { everyHours: 6, archiveMissing: false, url: `${base}/tjeter` } as const;
  answer = (_request, response) => {
    answer = (_again, second) => second.end(stockCsv([stockRow({ referenca: "A-1" })]));
    void putFeed(as, later).then(() => response.writeHead(500).end());
  };
  await fetchDue();
  expect((await feedOf(as)).results.filter(({ reason }) => reason === "bad_status")).toHaveLength(1);
  expect(await mailsTo(as)).toEqual([]);
});

test.each<[string, Partial<StockFeed>, string[]]>([
  ["got another address", { url: `tjeter` }, ["failed"]],
  ["was told to keep what is missing", { archiveMissing: false }, ["failed"]],
  ["was saved with other hours", { everyHours: 12 }, ["failed", "failed"]],
])(
  "after a feed %s, the failed check of a file from before counts only for the same feed",
  async (_, change, ended) => {
    const as = await newDealer({ archiveMissing: true });
    answer = (_request, response) => response.writeHead(500).end();
    await fetchDue();
    await becomeDue();
    serve("<!doctype html><title>Hyni</title>");
    await tick();
    const { url = "stoku", ...rest } = change;
    await putFeed(as, { ...rest, url: `${base}/${url}` });
    await sql`update stock_feeds set due_at = now() + interval '1 hour'`.execute(app.database.db);
    await runImports(app);
    await tick();
    expect((await feedOf(as)).results.map(({ outcome }) => outcome)).toEqual(ended);
    expect(await drainJobs(app.database, app.services.stockFeeds.tasks)).toEqual([]);
    expect(await mailsTo(as)).toHaveLength(ended.length - 1);
  },
);

test("a file that is checked after its feed was saved with other hours is applied", async () => {
  const { as, importId } = await fetchedFile();
  await putFeed(as, { everyHours: 12 });
  await runImports(app);
  expect(await readImport(app, as, importId)).toMatchObject({ status: "applied" });
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 3));
});

test("a file whose address the version before did not note is applied", async () => {
  const { as, importId } = await fetchedFile();
  await app.database.db.updateTable("stock_feed_runs").set({ url: null }).execute();
  await runImports(app);
  expect(await readImport(app, as, importId)).toMatchObject({ status: "applied" });
});

test("a checked file waits for a change of its feed that is under way, and then for the dealer", async () => {
  const { as, importId } = await fetchedFile();
  const check = app.services.stockImports.tasks["check_stock_import"];
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      and backend_type = 'client backend'`.execute(app.database.db);
    return rows[0]?.count;
  };
  const { checking } = await app.database.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("stock_feeds")
      .set({ archive_missing: false })
      .where("user_id", "=", as.id)
      .execute();
    const started = check?.run({ importId }, new AbortController().signal);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    return { checking: started };
  });
  await checking;
  await runImports(app);
  expect(await readImport(app, as, importId)).toMatchObject({ status: "ready", appliedAt: null });
  expect(Object.keys(await priced(as)).toSorted()).toEqual(references(1, 4));
});

test("the latest twenty results stay", async () => {
  const as = await newDealer();
  answer = (_request, response) => response.writeHead(500).end();
  for (let n = 0; n < 22; n++) {
    await becomeDue();
    await tick();
  }
  const { runs } = await app.database.db
    .selectFrom("stock_feed_runs")
    .select((eb) => eb.fn.countAll<number>().as("runs"))
    .where("user_id", "=", as.id)
    .executeTakeFirstOrThrow();
  expect(runs).toBe(20);
});

test("two processes at once fetch a feed once", async () => {
  await newDealer();
  const file = await stockOf(["A-1"]);
  let asked = 0;
  answer = (_request, response) => {
    asked += 1;
    response.end(file);
  };
  await Promise.all([tick(), tick(), tick()]);
  expect(asked).toBe(1);
});
