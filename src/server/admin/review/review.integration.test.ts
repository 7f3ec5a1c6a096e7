import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type ReviewedCar, reviewedCar, reviewQuestion } from "#contract/review.ts";
import type { ReviewDecision, SignalKind } from "#domain/admin/review-signals.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const asking = "Dërgoni 300 € kapar para se ta shihni.";
const signal = new AbortController().signal;

const look = () => app.services.schedule["review_cars"]?.run(signal);

async function queue(query = ""): Promise<ReviewedCar[]> {
  const { body, status } = await app.call(`GET /api/admin/review?limit=100${query}`, { as: admin });
  expect(status).toBe(200);
  return z.object({ cars: z.array(reviewedCar) }).parse(body).cars;
}

async function caseOf(id: string, query = ""): Promise<ReviewedCar | undefined> {
  return (await queue(query)).find(({ car }) => car._id === id);
}

const kindsOf = (reviewed: ReviewedCar | undefined): SignalKind[] =>
  (reviewed?.signals ?? []).map(({ kind }) => kind);

function decide(
  id: string,
  decision: ReviewDecision,
  { reason, version, as = admin }: { reason?: string; version?: number; as?: TestUser } = {},
) {
  return app.call(`POST /api/admin/review/${id}`, {
    as,
    body: { decision, reason },
    ...(version === undefined ? {} : { headers: { "If-Match": `"${version}"` } }),
  });
}

const undo = (id: string) => app.call(`POST /api/admin/review/${id}/undo`, { as: admin });

const pageOf = async (id: string) => {
  const { body } = await app.call(`GET /api/cars/${id}`);
  return z.object({ showsAdvice: z.boolean().optional() }).parse(body);
};

let phones = 0;

/** A car that asks for money ahead, looked at. */
async function askingCar(owner?: TestUser) {
  // A phone of its own: those of hidden cars are a signal.
  const sellerPhone = `+3834${String(4_000_000 + ++phones)}`;
  const car = await app.publishCar(owner ?? (await app.registerUser()), { description: asking, sellerPhone });
  await look();
  return car;
}

async function edit(owner: TestUser, id: string, changes: object) {
  const { body } = await app.call(`GET /api/cars/${id}`, { as: owner });
  const car = z.record(z.string(), z.unknown()).parse(body);
  const answer = await app.call(`PUT /api/cars/${id}`, { as: owner, body: { ...car, ...changes } });
  expect(answer.status).toBe(200);
}

test("a car that asks for money ahead is in the queue, stays public and shows the safety advice, whose reason no page has", async () => {
  const honest = await app.publishCar(await app.registerUser(), {
    description: "Pa kapar, shihet në Prishtinë.",
  });
  const car = await askingCar();
  const reviewed = await caseOf(car._id);
  expect(kindsOf(reviewed)).toEqual(["asks_for_money_ahead"]);
  expect(reviewed).toMatchObject({ score: 50, state: "open", canUndo: false, decisions: [] });
  expect(reviewed?.signals[0]).toMatchObject({
    weight: 50,
    evidence: { phrases: [asking.replace(/\.$/, "")] },
  });
  expect(await pageOf(car._id)).toEqual({ showsAdvice: true });
  expect(await pageOf(honest._id)).toEqual({});
  expect(await caseOf(honest._id)).toBeUndefined();
  const { body: health } = await app.call("GET /api/admin/health", { as: admin });
  expect(health).toMatchObject({ reviews: { open: (await queue()).length } });
});

test("what was dismissed does not come again for the same evidence, and comes for other evidence", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  expect((await decide(car._id, "dismiss")).status).toBe(200);
  expect(await caseOf(car._id)).toBeUndefined();
  expect(await pageOf(car._id)).toEqual({});
  await edit(owner, car._id, { price: 9_100 });
  await look();
  expect(await caseOf(car._id)).toBeUndefined();
  await edit(owner, car._id, { description: `${asking} Paguani me Western Union.` });
  await look();
  expect(kindsOf(await caseOf(car._id))).toEqual(["asks_for_money_ahead"]);
});

test("evidence that goes with an edit leaves the queue and takes the advice along", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  await edit(owner, car._id, { description: "Shihet çdo ditë." });
  await look();
  expect(await caseOf(car._id)).toBeUndefined();
  expect(await pageOf(car._id)).toEqual({});
});

test("a dealer's car whose paid period ends leaves the queue, its owner is asked nothing, and renewing brings it back", async () => {
  const dealer = await app.registerUser({ dealerUntil: new Date(Date.now() + 3_600_000) });
  const { db } = app.database;
  const until = (interval: string) =>
    sql`update users set dealer_until = now() + ${interval}::interval where id = ${dealer.id}`.execute(db);
  const [lapsed, asked] = [await askingCar(dealer), await askingCar(dealer)];
  await sql`update cars set published_as_dealer = true where owner_id = ${dealer.id}`.execute(db);
  expect((await decide(asked._id, "ask", { reason: "Pse kapar?" })).status).toBe(200);
  await drainJobs(app.database, app.services.tasks);
  await until("-1 second");

  const answer = await decide(lapsed._id, "ask", { reason: "Pse kapar?" });
  expect([answer.status, errorOf(answer).code]).toEqual([409, "review_changed"]);
  expect(await caseOf(lapsed._id)).toBeUndefined();
  await drainJobs(app.database, app.services.tasks);
  const mails = await readOutbox(`${app.dataDir}/outbox`);
  expect(mails.filter(({ to, text }) => to === dealer.email && text.includes("Pse kapar?"))).toHaveLength(1);

  await app.services.schedule["note_lapsed_reviews"]?.run(signal);
  await look();
  expect(await caseOf(asked._id, "&state=asked")).toBeUndefined();

  await until("1 hour");
  await look();
  expect((await caseOf(lapsed._id))?.state).toBe("open");
  expect((await caseOf(asked._id))?.state).toBe("open");
});

test("hiding takes the car from the public by the way that admins hide cars: audit, mail, reports", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  await app.call(`POST /api/cars/${car._id}/report`, { body: { reason: "fraud", email: "r@example.com" } });
  expect((await decide(car._id, "hide", { reason: "Kërkon kapar" })).status).toBe(200);
  expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(404);
  const { rows: audit } = await app.database.pool.query<{ action: string }>(
    "select action from audit_log where target_id = $1 order by id",
    [car._id],
  );
  expect(audit.map(({ action }) => action)).toEqual(["car.hide", "review.hide"]);
  await drainJobs(app.database, app.services.tasks);
  const mails = await readOutbox(`${app.dataDir}/outbox`);
  expect(mails.findLast(({ to }) => to === owner.email)?.text).toContain("Kërkon kapar");
  expect(mails.filter(({ to }) => to === "r@example.com")).toHaveLength(1);
  expect(await caseOf(car._id)).toBeUndefined();
});

test("of two admins who decide at once one is refused with 409, whatever they decide", async () => {
  const other = await app.registerUser({ isAdmin: true });
  for (const [first, second] of [
    ["dismiss", "hide"],
    ["ask", "ask"],
    ["hide", "hide"],
    ["ask", "hide"],
  ] as const) {
    const car = await askingCar();
    const version = (await caseOf(car._id))?.version ?? 0;
    const answers = await Promise.all([
      decide(car._id, first, { reason: "Pse?", version }),
      decide(car._id, second, { reason: "Pse?", as: other, version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && errorOf(refused).message).toMatch(/ndërkohë/);
  }
});

test("a car edited while it is looked at is looked at again: the decision on other evidence is refused, on the same taken", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  const version = (await caseOf(car._id))?.version ?? 0;
  await edit(owner, car._id, { description: `${asking} Dërgoni letërnjoftimin.` });
  const refused = await decide(car._id, "dismiss", { version });
  expect([refused.status, errorOf(refused).code]).toEqual([409, "review_changed"]);
  const now = await caseOf(car._id);
  await edit(owner, car._id, { price: 9_500 });
  expect((await decide(car._id, "dismiss", { version: now?.version ?? 0 })).status).toBe(200);
  await edit(owner, car._id, { description: "Pa gjë." });
  expect((await decide(car._id, "hide", { reason: "x" })).status).toBe(409);
});

test("a question waits for its owner, who answers once; the answer stands beside the evidence in the queue", async () => {
  const owner = await app.registerUser();
  const stranger = await app.registerUser();
  const car = await askingCar(owner);
  const without = await decide(car._id, "ask");
  expect([without.status, errorOf(without).fields]).toEqual([400, { reason: expect.any(String) }]);
  expect((await decide(car._id, "ask", { reason: "Pse kërkoni kapar?" })).status).toBe(200);
  expect(await caseOf(car._id)).toBeUndefined();
  expect(await caseOf(car._id, "&state=asked")).toMatchObject({ state: "asked" });
  await drainJobs(app.database, app.services.tasks);
  const mail = (await readOutbox(`${app.dataDir}/outbox`)).findLast(({ to }) => to === owner.email);
  expect(mail?.text).toContain("Pse kërkoni kapar?");
  const questions = async (as: TestUser) =>
    z.array(reviewQuestion).parse((await app.call("GET /api/me/review-questions", { as })).body);
  expect(await questions(owner)).toMatchObject([{ carId: car._id, question: "Pse kërkoni kapar?" }]);
  expect(await questions(stranger)).toEqual([]);
  const answer = (as: TestUser, text = "E heqim nga teksti.") =>
    app.call(`POST /api/cars/${car._id}/review-answer`, { as, body: { text } });
  expect((await answer(stranger)).status).toBe(403);
  expect((await answer(owner, " ")).status).toBe(400);
  expect((await answer(owner)).status).toBe(204);
  const again = await answer(owner);
  expect([again.status, errorOf(again).code]).toEqual([409, "nothing_asked"]);
  expect(await questions(owner)).toEqual([]);
  expect(await caseOf(car._id)).toMatchObject({
    state: "open",
    decisions: [{ decision: "ask", reason: "Pse kërkoni kapar?", answer: "E heqim nga teksti." }],
  });
});

test("a case whose owner was asked is decided without If-Match, and with the version that was seen alone", async () => {
  for (const decision of ["hide", "dismiss"] as const) {
    const [unheaded, headed] = [await askingCar(), await askingCar()];
    const before = (await caseOf(headed._id))?.version ?? 0;
    for (const { _id } of [unheaded, headed])
      expect((await decide(_id, "ask", { reason: "Pse?" })).status).toBe(200);
    expect((await decide(unheaded._id, decision, { reason: "Nuk pritet" })).status).toBe(200);
    expect(await caseOf(unheaded._id, "&state=asked")).toBeUndefined();
    const stale = await decide(headed._id, decision, { version: before });
    expect([stale.status, errorOf(stale).code]).toEqual([409, "review_decided"]);
    const version = (await caseOf(headed._id, "&state=asked"))?.version ?? 0;
    expect((await decide(headed._id, decision, { version })).status).toBe(200);
  }
});

test("an owner who was asked is not asked again before an answer, with If-Match or without", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  await decide(car._id, "ask", { reason: "Pse?" });
  const version = (await caseOf(car._id, "&state=asked"))?.version ?? 0;
  for (const seen of [{}, { version }]) {
    const again = await decide(car._id, "ask", { reason: "Pse, pra?", ...seen });
    expect([again.status, errorOf(again).code]).toEqual([409, "review_decided"]);
  }
  await drainJobs(app.database, app.services.tasks);
  const mails = await readOutbox(`${app.dataDir}/outbox`);
  expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(1);
});

test("a question without an answer comes back to the queue after a week", async () => {
  const car = await askingCar();
  await decide(car._id, "ask", { reason: "Pse?" });
  const reopen = () => app.services.schedule["reopen_unanswered_reviews"]?.run(signal);
  await reopen();
  expect(await caseOf(car._id)).toBeUndefined();
  await app.database.pool.query(
    "update car_reviews set asked_at = now() - interval '8 days' where car_id = $1",
    [car._id],
  );
  await reopen();
  expect(await caseOf(car._id)).toMatchObject({ state: "open" });
});

test("a case whose decision is undone keeps its place in the queue", async () => {
  const cars = [await askingCar(), await askingCar(), await askingCar()].map(({ _id }) => _id);
  const places = async () => (await queue()).map(({ car }) => car._id).filter((id) => cars.includes(id));
  expect(await places()).toEqual(cars);
  for (const decision of ["dismiss", "hide", "ask"] as const) {
    await decide(cars[0] ?? "", decision, { reason: "Pse?" });
    expect(await places()).toEqual(cars.slice(1));
    await undo(cars[0] ?? "");
    expect(await places()).toEqual(cars);
  }
});

test("each decision is undone within an hour and not later", async () => {
  for (const decision of ["dismiss", "hide", "ask"] as const) {
    const car = await askingCar();
    await decide(car._id, decision, { reason: "Pse?" });
    expect(kindsOf(await caseOf(car._id, decision === "ask" ? "&state=asked" : "&state=decided"))).toEqual([
      "asks_for_money_ahead",
    ]);
    expect((await undo(car._id)).status).toBe(200);
    expect(await caseOf(car._id)).toMatchObject({ state: "open", score: 50, canUndo: false });
    expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(200);
    expect((await undo(car._id)).status).toBe(409);
    await look();
    expect(await caseOf(car._id)).toMatchObject({ state: "open" });
    await decide(car._id, decision, { reason: "Pse?" });
    await app.database.pool.query(
      "update car_review_decisions set decided_at = now() - interval '61 minutes' where car_id = $1",
      [car._id],
    );
    const late = await undo(car._id);
    expect([late.status, errorOf(late).code]).toEqual([409, "review_not_undoable"]);
  }
});

test("the phone of a hidden car is a signal on other cars, one on sale before too, until the car is shown again", async () => {
  const sellerPhone = "+38345987654";
  const before = await app.publishCar(await app.registerUser(), { sellerPhone });
  const owner = await app.registerUser();
  const hidden = await app.publishCar(owner, { sellerPhone });
  await look();
  expect(await caseOf(before._id)).toBeUndefined();
  expect((await app.call(`POST /api/admin/cars/${hidden._id}/hide`, { as: admin })).status).toBe(200);
  await look();
  await look();
  const after = await app.publishCar(await app.registerUser(), { sellerPhone });
  await look();
  for (const { _id } of [before, after])
    expect((await caseOf(_id))?.signals).toMatchObject([
      { kind: "phone_of_hidden_car", evidence: { otherCarId: hidden._id, isSameAccount: false } },
    ]);
  const { rows } = await app.database.pool.query<{ row: string }>(
    "select h::text as row from hidden_phones h where car_id = $1",
    [hidden._id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("45987654");
  await app.call(`POST /api/admin/cars/${hidden._id}/show`, { as: admin });
  await look();
  await look();
  for (const { _id } of [before, after]) expect(await caseOf(_id)).toBeUndefined();
});

test("the hash of a hidden car's phone outlives the car and its account, and goes after a year", async () => {
  const sellerPhone = "+38345111222";
  const owner = await app.registerUser();
  const hidden = await app.publishCar(owner, { sellerPhone });
  await app.call(`POST /api/admin/cars/${hidden._id}/hide`, { as: admin });
  await look();
  expect((await app.call(`DELETE /api/admin/users/${owner.id}`, { as: admin })).status).toBeLessThan(300);
  const car = await app.publishCar(await app.registerUser(), { sellerPhone });
  await look();
  expect(kindsOf(await caseOf(car._id))).toEqual(["phone_of_hidden_car"]);
  await app.database.pool.query("update hidden_phones set hidden_at = now() - interval '366 days'");
  await app.services.schedule["sweep_reviews"]?.run(signal);
  expect((await app.database.pool.query("select 1 from hidden_phones")).rows).toEqual([]);
});

test("an edit of the brand, or of model and year, is a signal; of the model alone it is none, and taken back it is gone", async () => {
  const owner = await app.registerUser();
  const car = await app.publishCar(owner);
  await edit(owner, car._id, { model: "Passat" });
  await look();
  expect(await caseOf(car._id)).toBeUndefined();
  await edit(owner, car._id, { model: "Tiguan", year: 2019 });
  await look();
  expect((await caseOf(car._id))?.signals).toMatchObject([
    {
      kind: "became_another_car",
      evidence: { before: { model: "Passat", year: 2016 }, after: { model: "Tiguan", year: 2019 } },
    },
  ]);
  await edit(owner, car._id, { brand: "BMW", model: "X3" });
  await look();
  expect((await caseOf(car._id))?.signals).toMatchObject([{ evidence: { after: { brand: "BMW" } } }]);
  await edit(owner, car._id, { brand: "Volkswagen", model: "Passat", year: 2016 });
  await look();
  expect(await caseOf(car._id)).toBeUndefined();
});

test("many publications of a new account within a day are a signal, of a dealer they are none", async () => {
  const person = await app.registerUser();
  const dealer = await app.registerUser({ isDealerByHand: true });
  const ids = { person: "", dealer: "" };
  for (let number = 0; number < 4; number++) {
    ids.person = (await app.publishCar(person))._id;
    ids.dealer = (await app.publishCar(dealer))._id;
  }
  await look();
  expect((await caseOf(ids.person))?.signals).toMatchObject([
    { kind: "many_at_once", evidence: { cars: 4, accountDays: 0 } },
  ]);
  expect(await caseOf(ids.dealer)).toBeUndefined();
});

test("the cars of a suspended account leave the queue and come back with it", async () => {
  const owner = await app.registerUser();
  const car = await askingCar(owner);
  const suspension = { as: admin, body: { reason: "Shpallje të rreme" } };
  await app.call(`POST /api/admin/users/${owner.id}/suspension`, suspension);
  await look();
  expect(await caseOf(car._id)).toBeUndefined();
  await app.call(`DELETE /api/admin/users/${owner.id}/suspension`, { as: admin });
  await look();
  expect(await caseOf(car._id)).toMatchObject({ state: "open" });
});

test("the queue is heaviest first, has pages with an exact total, and one kind alone where it is asked for", async () => {
  const owner = await app.registerUser();
  const heavy = await app.publishCar(owner, { description: asking });
  await edit(owner, heavy._id, { brand: "BMW", model: "X5" });
  await look();
  const all = await queue();
  expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(all[0]?.car._id).toBe(heavy._id);
  const { body, headers } = await app.call("GET /api/admin/review?limit=1&page=2", { as: admin });
  expect(body).toMatchObject({ pagination: { total: all.length, page: 2 } });
  expect(headers.get("x-total-count")).toBe(String(all.length));
  expect(
    (await queue("&kind=became_another_car")).every((one) => kindsOf(one).includes("became_another_car")),
  ).toBe(true);
  expect(await queue("&kind=vin_twice")).toEqual([]);
});
