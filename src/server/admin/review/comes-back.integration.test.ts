import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { mileageHistory } from "#contract/vins.ts";
import type { ReviewDecision } from "#domain/admin/review-signals.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { newVin } from "#testing/new-vin.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { createReviewDesk } from "#testing/review-desk.ts";

// Cars that leave the public and come back: what was known of them, and of cars like them, comes back, too.

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

let serial = 500_000;
const newPhone = () => `+3834${String((serial += 1)).padStart(7, "7")}`;
const { run, look, caseOf, kindsOf, showsAdvice } = createReviewDesk(() => ({ app, admin }));

async function publish(seller: TestUser, changes: Parameters<TestApp["publishCar"]>[1] = {}) {
  // A phone of its own: those of hidden cars are a signal.
  return (await app.publishCar(seller, { sellerPhone: newPhone(), ...changes }))._id;
}
async function edit(owner: TestUser, id: string, changes: object): Promise<void> {
  const { body } = await app.call(`GET /api/cars/${id}`, { as: owner });
  const car = z.record(z.string(), z.unknown()).parse(body);
  const answer = await app.call(`PUT /api/cars/${id}`, { as: owner, body: { ...car, ...changes } });
  expect(answer.status).toBe(200);
}
const decide = async (id: string, decision: ReviewDecision) => {
  const answer = await app.call(`POST /api/admin/review/${id}`, { as: admin, body: { decision } });
  expect(answer.status).toBe(200);
};
const undo = async (id: string) => {
  expect((await app.call(`POST /api/admin/review/${id}/undo`, { as: admin })).status).toBe(200);
};
const setVisible = async (id: string, what: "hide" | "show") => {
  expect((await app.call(`POST /api/admin/cars/${id}/${what}`, { as: admin })).status).toBe(200);
};
const suspend = ({ id }: TestUser) =>
  app.call(`POST /api/admin/users/${id}/suspension`, { as: admin, body: { reason: "Mashtrim" } });
const lift = ({ id }: TestUser) => app.call(`DELETE /api/admin/users/${id}/suspension`, { as: admin });
const setDealerUntil = ({ id }: TestUser, until: Date) =>
  app.database.pool.query("update users set dealer_until = $2 where id = $1", [id, until]);
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

const asking = "Dërgoni 300 € kapar para se ta shihni.";

describe("a car that was edited while it was off sale", () => {
  test("is looked at when its dealer, who had lapsed, pays again", async () => {
    const dealer = await app.registerUser();
    await setDealerUntil(dealer, days(20));
    const id = await publish(dealer);
    await look();
    await setDealerUntil(dealer, days(-1));
    await edit(dealer, id, { description: asking });
    await look();
    expect(await caseOf(id)).toBeUndefined();
    await setDealerUntil(dealer, days(20));
    await look();
    expect(await kindsOf(id)).toEqual(["asks_for_money_ahead"]);
    expect(await showsAdvice(id)).toBe(true);
  });

  test("is looked at when the dispute about its fee ends", async () => {
    const owner = await app.registerUser();
    const id = await publish(owner);
    const setDisputed = (at: Date | null) =>
      app.database.pool.query("update cars set disputed_at = $2 where id = $1", [id, at]);
    await look();
    await setDisputed(days(0));
    await edit(owner, id, { description: asking });
    await look();
    expect(await caseOf(id)).toBeUndefined();
    await setDisputed(null);
    await look();
    expect(await kindsOf(id)).toEqual(["asks_for_money_ahead"]);
    expect(await showsAdvice(id)).toBe(true);
  });
});

describe("two cars with one number", () => {
  /** How the first of them leaves the public and comes back, by whom. */
  const ways: Record<
    string,
    (id: string, owner: TestUser) => readonly [away: () => unknown, back: () => unknown]
  > = {
    "archived and restored": (id, as) => [
      () => app.call(`DELETE /api/cars/${id}`, { as }),
      () => app.call(`PUT /api/cars/${id}/restore`, { as }),
    ],
    "sold and not sold": (id, as) => [
      () => app.call(`PUT /api/cars/${id}/sold`, { as }),
      () => app.call(`PUT /api/cars/${id}/unsold`, { as }),
    ],
    "hidden by the review and shown by undoing": (id) => [() => decide(id, "hide"), () => undo(id)],
    "of a suspended account that is given back": (_, owner) => [() => suspend(owner), () => lift(owner)],
    "of a dealer who lapses and pays again": (_, owner) => [
      () => setDealerUntil(owner, days(-1)),
      () => setDealerUntil(owner, days(20)),
    ],
  };
  for (const [way, turns] of Object.entries(ways))
    test(`have the signal again after one was ${way}, also if its own case was dismissed before`, async () => {
      const [one, two] = [await app.registerUser(), await app.registerUser()];
      await setDealerUntil(one, days(20));
      const vin = newVin();
      const first = await publish(one, { vin });
      const second = await publish(two, { vin });
      await look();
      for (const id of [first, second]) expect(await kindsOf(id)).toEqual(["vin_twice"]);
      const [away, back] = turns(first, one);
      await away();
      await run("note_ended_vin_twins");
      await look();
      expect(await kindsOf(second)).toEqual([]);
      expect(await showsAdvice(second)).toBe(false);
      await back();
      await look();
      for (const id of [first, second]) expect(await kindsOf(id)).toEqual(["vin_twice"]);
      expect(await showsAdvice(second)).toBe(true);
      // A dismissal of the first one's case says nothing about the second. A dismissed car can't be hidden by the review.
      if (way.startsWith("hidden")) return;
      await decide(first, "dismiss");
      await away();
      await run("note_ended_vin_twins");
      await look();
      expect(await kindsOf(second)).toEqual([]);
      await back();
      await look();
      expect(await kindsOf(first)).toEqual([]);
      expect(await kindsOf(second)).toEqual(["vin_twice"]);
      // Nothing is left due: they don't have each other looked at for ever.
      const { rows } = await app.database.pool.query("select 1 from car_review_due");
      expect(rows).toEqual([]);
    });
});

const mailsTo = async (address: string) => {
  await drainJobs(app.database, app.services.tasks);
  return (await readOutbox(`${app.dataDir}/outbox`)).filter(({ to }) => to === address);
};

const history = async (id: string, as: TestUser) =>
  mileageHistory.parse((await app.call(`GET /api/cars/${id}/mileage-history`, { as })).body);

async function rolledBack() {
  const [honest, owner] = [await app.registerUser(), await app.registerUser()];
  const vin = newVin();
  const before = await publish(honest, { vin, mileage: 200_000 });
  const id = await publish(owner, { vin, mileage: 100_000 });
  await app.call(`PUT /api/cars/${before}/sold`, { as: honest });
  await look();
  expect(await kindsOf(id)).toContain("mileage_lower_than_before");
  await drainJobs(app.database, app.services.tasks);
  return { honest, owner, before, id };
}

describe("a mileage below an earlier listing's is a roll-back again, without an edit,", () => {
  test("when the earlier listing is hidden and shown", async () => {
    const { owner, before, id } = await rolledBack();
    expect((await history(id, owner)).lower).toBe(true);
    const mails = (await mailsTo(owner.email)).length;
    await setVisible(before, "hide");
    await run("end_lower_mileage");
    await look();
    expect((await history(id, owner)).lower).toBe(false);
    expect(await kindsOf(id)).not.toContain("mileage_lower_than_before");
    await setVisible(before, "show");
    await run("end_lower_mileage");
    await look();
    expect((await history(id, owner)).lower).toBe(true);
    expect(await kindsOf(id)).toContain("mileage_lower_than_before");
    expect(await mailsTo(owner.email)).toHaveLength(mails + 1);
    // Once more changes nothing.
    await run("end_lower_mileage");
    expect(await mailsTo(owner.email)).toHaveLength(mails + 1);
  });

  test("when the earlier listing's account is suspended and given back", async () => {
    const { honest, owner, id } = await rolledBack();
    await suspend(honest);
    await run("end_lower_mileage");
    await look();
    expect((await history(id, owner)).lower).toBe(false);
    await lift(honest);
    await run("end_lower_mileage");
    await look();
    expect((await history(id, owner)).lower).toBe(true);
    expect(await kindsOf(id)).toContain("mileage_lower_than_before");
  });

  test("and a look between hiding and showing loses nothing, although the job did not run", async () => {
    const { owner, before, id } = await rolledBack();
    await setVisible(before, "hide");
    await look();
    expect(await kindsOf(id)).not.toContain("mileage_lower_than_before");
    await setVisible(before, "show");
    await look();
    expect((await history(id, owner)).lower).toBe(true);
    expect(await kindsOf(id)).toContain("mileage_lower_than_before");
  });
});

test("a mileage counts against nobody where its car was hidden, or its account suspended, before it is deleted", async () => {
  for (const isSuspended of [false, true]) {
    const [thief, owner] = [await app.registerUser(), await app.registerUser()];
    const vin = newVin();
    const bad = await publish(thief, { vin, mileage: 300_000 });
    await (isSuspended ? suspend(thief) : setVisible(bad, "hide"));
    await app.call(`DELETE /api/admin/${isSuspended ? `users/${thief.id}` : `cars/${bad}`}`, { as: admin });
    const id = await publish(owner, { vin, mileage: 100_000 });
    await look();
    expect(await kindsOf(id)).toEqual([]);
  }
});

test("cars that had a signal only because of the phone of a hidden car lose it when the car is shown with another one", async () => {
  const sellerPhone = newPhone();
  const [owner, other] = [await app.registerUser(), await app.registerUser()];
  const hidden = await publish(owner, { sellerPhone });
  await setVisible(hidden, "hide");
  const id = await publish(other, { sellerPhone });
  await look();
  expect(await kindsOf(id)).toEqual(["phone_of_hidden_car"]);
  await edit(owner, hidden, { sellerPhone: newPhone() });
  await setVisible(hidden, "show");
  await look();
  expect(await kindsOf(id)).toEqual([]);
  expect(await showsAdvice(id)).toBe(false);
});

async function reported() {
  const id = await publish(await app.registerUser(), { description: asking });
  await look();
  const [reporter, email] = [await app.registerUser(), `r${(serial += 1)}@example.com`];
  for (const as of [reporter, undefined])
    await app.call(`POST /api/cars/${id}/report`, { ...(as && { as }), body: { reason: "fraud", email } });
  return { id, email, reporter };
}

async function openReports(id: string) {
  const { body } = await app.call("GET /api/admin/reports?state=open&limit=100", { as: admin });
  const report = z.object({ id: z.string(), car: z.object({ _id: z.string() }).nullable() });
  const { reports } = z.object({ reports: z.array(report) }).parse(body);
  return reports.filter(({ car }) => car?._id === id);
}

describe("an open report of a car that the review hides", () => {
  test("is open again when that is undone, and its reporter is told nothing before the hour is over", async () => {
    const { id, email } = await reported();
    await decide(id, "hide");
    expect(await openReports(id)).toEqual([]);
    const { rows } = await app.database.pool.query<{ minutes: number }>(
      `select round(extract(epoch from j.run_at - now()) / 60)::int as minutes
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send_report_answer'`,
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    await undo(id);
    expect(await openReports(id)).toHaveLength(2);
    expect(await mailsTo(email)).toEqual([]);
    // Hidden for good, it is told once.
    await decide(id, "hide");
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("stays decided where the car was shown again as a judgement, and by undoing a later decision", async () => {
    const { id, email } = await reported();
    await decide(id, "hide");
    await setVisible(id, "show");
    expect(await openReports(id)).toEqual([]);
    await look();
    await decide(id, "hide");
    await undo(id);
    expect(await openReports(id)).toEqual([]);
    await mailsTo(email);
  });

  test("is open again once, also where its reporter has reported the hidden car anew", async () => {
    const owner = await app.registerUser();
    const id = await publish(owner, { description: asking });
    await look();
    const report = () =>
      app.call(`POST /api/cars/${id}/report`, { as: admin, body: { reason: "fraud", email: null } });
    await report();
    await decide(id, "hide");
    await report();
    await undo(id);
    expect(await openReports(id)).toHaveLength(1);
  });
});
