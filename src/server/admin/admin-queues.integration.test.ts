import { join } from "node:path";
import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { type AdminCar, adminStats } from "#contract/admin-lists.ts";
import { adminReport, modelDecided, socialPost, suggestedModel } from "#contract/admin-queues.ts";
import { reportLimits } from "#domain/reports/report-reasons.ts";
import { fold } from "#domain/text/fold.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import { settleModel } from "#server/market/catalogue/catalogue.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { reportMailTask } from "#server/market/reports/settle-reports.commands.ts";
import { type Answer, carOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";

let app: TestApp;
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  seller = await app.registerUser();
});
afterAll(() => app.close());

const report = (carId: string, body: unknown, as: TestUser | null = null) =>
  app.call(`POST /api/cars/${carId}/report`, { as, body });

async function reports(state = "open") {
  const { body } = await app.call(`GET /api/admin/reports?state=${state}&limit=100`, { as: admin });
  return (body as { reports: unknown[] }).reports.map((one) => adminReport.parse(one));
}

const decide = (id: string, decision: string) =>
  app.call(`POST /api/admin/reports/${id}/${decision}`, { as: admin });

/** The mails to this address, after all queued jobs are done. */
async function mailsTo(address: string) {
  // As the site has joined them: of two with one name only the later one would be here.
  const tasks = Object.fromEntries(
    Object.entries(app.services.tasks).filter(([name]) =>
      [reportMailTask, "send_report_mail"].includes(name),
    ),
  );
  expect(await drainJobs(app.database, tasks)).toEqual([]);
  return (await readOutbox(join(app.dataDir, "outbox"))).filter((mail) => mail.to === address);
}

describe("a report", () => {
  test("a guest's report is listed with reason, text and car but without the address", async () => {
    const car = await app.publishCar(seller);
    const sent = { reason: "fraud", text: "  Çmimi është\u0000 i rremë ", email: "Vizitori@Example.com" };
    expect((await report(car._id, sent)).status).toBe(204);
    const found = (await reports()).find((one) => one.car?._id === car._id);
    expect(found).toMatchObject({
      reason: "fraud",
      text: "Çmimi është i rremë",
      wantsAnswer: true,
      toldAt: null,
      reporter: null,
      state: "open",
      carName: "Volkswagen Golf, 2016",
    });
    expect(JSON.stringify(found)).not.toContain("vizitori@example.com");
    expect(found?.car?.openReports).toBe(1);
  });

  test("a signed-in person's report names the person, and a second one about the car replaces the first", async () => {
    const car = await app.publishCar(seller);
    const person = await app.registerUser();
    await report(car._id, { reason: "sold" }, person);
    await report(car._id, { reason: "duplicate", text: "dy herë" }, person);
    const found = (await reports()).filter((one) => one.car?._id === car._id);
    expect(found).toMatchObject([
      { reason: "duplicate", text: "dy herë", reporter: { email: person.email } },
    ]);
  });

  test("a report is in its writer's export and loses the address when the account is deleted", async () => {
    const car = await app.publishCar(seller);
    const person = await app.registerUser();
    await report(car._id, { reason: "other", text: "shënim", email: "imja@example.com" }, person);
    const { body } = await app.call("GET /api/me/export", { as: person });
    expect(body).toMatchObject({
      reports: [{ car: "Volkswagen Golf, 2016", text: "shënim", email: "imja@example.com" }],
    });
    await app.call(`DELETE /api/admin/users/${person.id}`, { as: admin });
    const rows = await app.database.db
      .selectFrom("reports")
      .select(["email", "reporter_id"])
      .where("car_id", "=", car._id)
      .execute();
    expect(rows).toEqual([{ email: null, reporter_id: null }]);
  });

  test.each([
    [{}, "reason"],
    [{ reason: "nonsense" }, "reason"],
    [{ reason: "fraud", text: "a".repeat(reportLimits.maxText + 1) }, "text"],
    [{ reason: "fraud", email: "no address" }, "email"],
    [{ reason: "fraud", state: "hidden" }, "state"],
  ])("a report with %j is refused at the field %s", async (body, field) => {
    const car = await app.publishCar(seller);
    const answer = await report(car._id, body);
    expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, [field]]);
  });

  test("reporting a car that is not public returns 404", async () => {
    const car = await app.publishCar(seller);
    await app.call(`DELETE /api/cars/${car._id}`, { as: seller });
    expect((await report(car._id, { reason: "fraud" })).status).toBe(404);
    expect((await report(uuidv7(), { reason: "fraud" })).status).toBe(404);
    expect((await report("x", { reason: "fraud" })).status).toBe(404);
  });

  test("a report beyond fifty open ones for a car is answered alike and not stored", async () => {
    const car = await app.publishCar(seller);
    for (let n = 0; n < reportLimits.maxOpenPerCar + 3; n++)
      expect((await report(car._id, { reason: "other" })).status).toBe(204);
    const { openReports } = (await app.call(`GET /api/admin/cars/${car._id}`, { as: admin })).body as {
      openReports: number;
    };
    expect(openReports).toBe(reportLimits.maxOpenPerCar);
    await decideAll(car._id);
  });

  test("fifty reports of guests, which a seller may write without signing in, keep no account's report out", async () => {
    const car = await app.publishCar(seller);
    for (let n = 0; n < reportLimits.maxOpenPerCar; n++) await report(car._id, { reason: "sold" });
    await report(car._id, { reason: "fraud", text: "Ma mori kaparin" }, await app.registerUser());
    const texts = (await reports()).filter((one) => one.car?._id === car._id).map(({ text }) => text);
    expect(texts).toContain("Ma mori kaparin");
    await decideAll(car._id);
  });

  test("reports are rate-limited", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const owner = await limited.registerUser();
      const car = await limited.publishCar(owner);
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) {
        const answer = await limited.call(`POST /api/cars/${car._id}/report`, {
          as: owner,
          body: { reason: "other" },
        });
        statuses.push(answer.status);
      }
      expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([20, 429]);
    } finally {
      await limited.close();
    }
  });
});

async function decideAll(carId: string): Promise<void> {
  for (const one of await reports()) if (one.car?._id === carId) await decide(one.id, "dismiss");
}

describe("deciding a report", () => {
  test("hiding the car settles all its open reports and mails each writer once", async () => {
    const car = await app.publishCar(seller);
    await report(car._id, { reason: "fraud", email: "nje@example.com" });
    await report(car._id, { reason: "offensive", email: "dy@example.com" });
    await report(car._id, { reason: "other" });
    const first = (await reports()).find((one) => one.car?._id === car._id);
    const decided = adminReport.parse((await decide(first?.id ?? "", "hide")).body);
    expect(decided).toMatchObject({ state: "hidden", decidedBy: admin.email, car: { hidden: true } });
    expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(404);
    expect((await reports()).filter((one) => one.car?._id === car._id)).toEqual([]);

    // Again, and the job once more: still one mail each.
    await decide(first?.id ?? "", "hide");
    for (const address of ["nje@example.com", "dy@example.com"]) {
      const mails = await mailsTo(address);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain("Volkswagen Golf, 2016");
      expect(mails[0]?.text).toContain("nuk shfaqet më");
    }
    const told = (await reports("decided")).filter((one) => one.car?._id === car._id);
    expect(told.filter((one) => one.toldAt !== null)).toHaveLength(2);
    const left = await app.database.db
      .selectFrom("reports")
      .select("email")
      .where("car_id", "=", car._id)
      .execute();
    expect(left.map((row) => row.email)).toEqual([null, null, null]);
  });

  test("a mail that was queued under the name of version 0.2.0 goes to the reporter", async () => {
    const car = await app.publishCar(seller);
    await report(car._id, { reason: "fraud", email: "para@example.com" });
    const first = (await reports()).find((one) => one.car?._id === car._id);
    await decide(first?.id ?? "", "hide");
    await sql`
      delete from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = ${reportMailTask})`.execute(
      app.database.db,
    );
    await app.services.jobs.addJob("send_report_mail", { reportId: first?.id ?? "" });
    expect(await mailsTo("para@example.com")).toHaveLength(1);
  });

  test("many reports of a car with one address in them cause one mail to it", async () => {
    const car = await app.publishCar(seller);
    for (const reason of ["fraud", "sold", "other"])
      await report(car._id, { reason, email: "huaj@example.com" });
    const first = (await reports()).find((one) => one.car?._id === car._id);
    await decide(first?.id ?? "", "hide");
    expect(await mailsTo("huaj@example.com")).toHaveLength(1);
    const left = await app.database.db
      .selectFrom("reports")
      .select("email")
      .where("car_id", "=", car._id)
      .execute();
    expect(left.map((row) => row.email)).toEqual([null, null, null]);
  });

  test("reports of many cars with one address in them cause at most 20 mails a day to it", async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const { _id } = await limited.publishCar(await limited.registerUser());
      for (let at = 0; at < 22; at++) {
        const body = { reason: "other", email: "huaj@example.com" };
        expect((await limited.call(`POST /api/cars/${_id}/report`, { body })).status).toBe(204);
      }
      const rows = await limited.database.db
        .selectFrom("reports")
        .select(["email", "wants_answer"])
        .execute();
      expect(rows.filter(({ email }) => email !== null)).toHaveLength(20);
      expect(rows.filter(({ wants_answer: wanted }) => wanted)).toHaveLength(20);
    } finally {
      await limited.close();
    }
  });

  test("restoring the car makes it public again and sends no further mail", async () => {
    const car = await app.publishCar(seller);
    await report(car._id, { reason: "fraud", email: "tre@example.com" });
    const one = (await reports()).find((row) => row.car?._id === car._id);
    await decide(one?.id ?? "", "hide");
    expect(await mailsTo("tre@example.com")).toHaveLength(1);
    const restored = adminReport.parse((await decide(one?.id ?? "", "restore")).body);
    expect(restored).toMatchObject({ state: "restored", car: { hidden: false } });
    expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(200);
    expect(await mailsTo("tre@example.com")).toHaveLength(1);
    expect((await decide(one?.id ?? "", "dismiss")).status).toBe(409);
  });

  test("dismissing a report leaves the car and other reports and mails the writer", async () => {
    const car = await app.publishCar(seller);
    await report(car._id, { reason: "wrong_data", email: "kater@example.com" });
    await report(car._id, { reason: "sold" });
    const mine = (await reports()).find((row) => row.car?._id === car._id);
    await decide(mine?.id ?? "", "dismiss");
    expect((await app.call(`GET /api/cars/${car._id}`)).status).toBe(200);
    const [mail] = await mailsTo("kater@example.com");
    expect(mail?.text).toContain("nuk gjetëm shkelje");
    expect(mail?.text).toContain(`/car/${car._id}`);
    expect((await reports()).filter((row) => row.car?._id === car._id)).toHaveLength(1);
    const again = await decide(mine?.id ?? "", "hide");
    expect([again.status, errorOf(again).code]).toEqual([409, "report_decided"]);
    expect((await decide(mine?.id ?? "", "dismiss")).status).toBe(200);
  });

  test("deleting a reported car, by an admin or with its owner, settles its reports and mails their writers", async () => {
    const leaving = await app.registerUser();
    const [one, two] = [await app.publishCar(seller), await app.publishCar(leaving)];
    await report(one._id, { reason: "fraud", email: "pese@example.com" });
    await report(two._id, { reason: "fraud", email: "gjashte@example.com" });
    await app.call(`DELETE /api/admin/cars/${one._id}`, { as: admin });
    await app.call(`DELETE /api/admin/users/${leaving.id}`, { as: admin });
    expect(await mailsTo("pese@example.com")).toHaveLength(1);
    expect(await mailsTo("gjashte@example.com")).toHaveLength(1);
    const gone = (await reports("decided")).filter((row) => row.state === "deleted");
    expect(gone).toMatchObject([{ car: null }, { car: null }]);
    const restored = await decide(gone[0]?.id ?? "", "restore");
    expect([restored.status, errorOf(restored).code]).toEqual([409, "report_car_gone"]);
  });

  test("two admins who decide a report at once decide it once and send one mail", async () => {
    const car = await app.publishCar(seller);
    await report(car._id, { reason: "fraud", email: "shtate@example.com" });
    const one = (await reports()).find((row) => row.car?._id === car._id);
    const answers = await Promise.all([decide(one?.id ?? "", "hide"), decide(one?.id ?? "", "dismiss")]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailsTo("shtate@example.com")).toHaveLength(1);
  });
});

async function suggestions() {
  const { body } = await app.call("GET /api/admin/models?limit=100", { as: admin });
  return (body as { models: unknown[] }).models.map((one) => suggestedModel.parse(one));
}
const named = async (name: string) => (await suggestions()).find((one) => one.name === name);
const act = (id: string, action: string, body?: unknown) =>
  app.call(`POST /api/admin/models/${id}/${action}`, {
    as: admin,
    ...(body === undefined ? {} : { body }),
  });
const catalogue = async (brand: string) =>
  (await app.call(`GET /api/car-models/models?brand=${brand}`)).body as string[];

/** Once the call waits for a lock, as one of so many, or has ended. */
async function stopped(call: Promise<unknown>, waiting: number): Promise<void> {
  let hasEnded = false;
  void call.finally(() => {
    hasEnded = true;
  });
  const waits = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and backend_type = 'client backend'`.execute(app.database.db);
    return rows[0]?.count === waiting;
  };
  await expect.poll(async () => hasEnded || (await waits()), { timeout: 10_000 }).toBe(true);
}

async function insertAlias(trx: Transaction<DB>, typed: string, model: string): Promise<void> {
  await sql`
    insert into car_model_aliases (brand, folded, model_id)
    select brand, ${fold(typed)}, id from car_models where brand = 'Dacia' and name = ${model}`.execute(trx);
}

describe("suggested models", () => {
  test("the list of suggested models names the typed text, its seller and the cars in any spelling", async () => {
    await app.publishCar(seller, { brand: "Opel", model: "Zafyra" });
    await app.publishCar(seller, { brand: "Opel", model: "ZAFYRA" });
    expect(await named("Zafyra")).toMatchObject({
      brand: "Opel",
      carCount: 2,
      suggestedBy: { email: seller.email },
    });
  });

  test("merging a suggestion moves its cars to the catalogue's model and updates generated descriptions", async () => {
    const one = await app.publishCar(seller, { brand: "Audi", model: "A 4 avant" });
    const two = await app.publishCar(seller, { brand: "Audi", model: "a 4 AVANT", description: "A 4 i imi" });
    const suggestion = await named("A 4 avant");
    const decided = modelDecided.parse((await act(suggestion?.id ?? "", "merge", { into: "a4" })).body);
    expect(decided).toEqual({ brand: "Audi", model: "A4", movedCars: 2 });
    const moved = carOf(await app.call(`GET /api/cars/${one._id}`));
    expect(moved.model).toBe("A4");
    expect(moved.description).not.toContain("avant");
    const own = carOf(await app.call(`GET /api/cars/${two._id}`));
    expect([own.model, own.description]).toEqual(["A4", "A 4 i imi"]);
    expect(await named("A 4 avant")).toBeUndefined();
    expect((await act(suggestion?.id ?? "", "merge", { into: "A4" })).status).toBe(404);
    const unknown = await app.publishCar(seller, { brand: "Audi", model: "Qattro" });
    const other = await named("Qattro");
    const answer = await act(other?.id ?? "", "merge", { into: "No such model" });
    expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, ["into"]]);
    expect(carOf(await app.call(`GET /api/cars/${unknown._id}`)).model).toBe("Qattro");
  });

  test("approving a suggestion adds it to the catalogue at once, corrected if asked, and renames its cars", async () => {
    const car = await app.publishCar(seller, { brand: "BMW", model: "ix nine" });
    expect(await catalogue("BMW")).not.toContain("iX9");
    const suggestion = await named("ix nine");
    const exists = await act(suggestion?.id ?? "", "approve", { name: "x5" });
    expect([exists.status, errorOf(exists).code]).toEqual([409, "model_exists"]);
    const decided = modelDecided.parse((await act(suggestion?.id ?? "", "approve", { name: " iX9 " })).body);
    expect(decided).toEqual({ brand: "BMW", model: "iX9", movedCars: 1 });
    expect(await catalogue("BMW")).toContain("iX9");
    expect(carOf(await app.call(`GET /api/cars/${car._id}`)).model).toBe("iX9");
  });

  test("two suggestions of one model become one", async () => {
    await app.publishCar(seller, { brand: "Fiat", model: "Pandda" });
    await app.publishCar(seller, { brand: "Fiat", model: "Panda Citi" });
    const [wrong, right] = [await named("Pandda"), await named("Panda Citi")];
    const decided = modelDecided.parse((await act(wrong?.id ?? "", "approve", { name: "Panda City" })).body);
    expect(decided.model).toBe("Panda City");
    const merged = modelDecided.parse((await act(right?.id ?? "", "merge", { into: "Panda City" })).body);
    expect(merged.movedCars).toBe(1);
  });

  test("a merged or corrected spelling means the model in later forms and calls, and is not suggested again", async () => {
    await app.publishCar(seller, { brand: "Mazda", model: "6 Kombi" });
    await app.publishCar(seller, { brand: "Mazda", model: "CX 80 e re" });
    const [merged, corrected] = [await named("6 Kombi"), await named("CX 80 e re")];
    expect((await act(merged?.id ?? "", "merge", { into: "6" })).status).toBe(200);
    expect((await act(corrected?.id ?? "", "approve", { name: "CX-80 Plus" })).status).toBe(200);
    for (const [typed, model] of [
      ["6  KOMBI", "6"],
      ["cx 80 e re", "CX-80 Plus"],
    ] as const) {
      const suggested = await app.call("POST /api/car-models/models", {
        as: seller,
        body: { brand: "Mazda", model: typed },
      });
      expect(suggested).toMatchObject({ status: 200, body: { brand: "Mazda", model } });
      expect((await app.publishCar(seller, { brand: "Mazda", model: typed })).model).toBe(model);
    }
    expect((await suggestions()).filter(({ brand }) => brand === "Mazda")).toEqual([]);
    expect(await catalogue("Mazda")).not.toContain("6 Kombi");
  });

  test("a car that is written with a suggestion while an admin merges it gets the model", async () => {
    await app.publishCar(seller, { brand: "Dacia", model: "Dusterr" });
    const { _id: carId } = await app.publishCar(seller, { brand: "Dacia", model: "Logan" });
    const suggestion = await named("Dusterr");
    const { merging } = await app.database.db.transaction().execute(async (trx) => {
      await lockCar(trx, carId);
      const model = await settleModel(trx, "Dacia", "Dusterr", seller.id);
      const merge = act(suggestion?.id ?? "", "merge", { into: "Duster" });
      await stopped(merge, 1);
      await trx.updateTable("cars").set({ model }).where("id", "=", carId).execute();
      return { merging: merge };
    });
    expect((await merging).status).toBe(200);
    expect(carOf(await app.call(`GET /api/cars/${carId}`)).model).toBe("Duster");
  });

  test("a suggestion's car that is being edited is merged after the edit", async () => {
    const { _id: carId } = await app.publishCar(seller, { brand: "Dacia", model: "Dustter" });
    const suggestion = await named("Dustter");
    const { merging } = await app.database.db.transaction().execute(async (trx) => {
      await lockCar(trx, carId);
      const merge = act(suggestion?.id ?? "", "merge", { into: "Duster" });
      await stopped(merge, 1);
      const model = await settleModel(trx, "Dacia", "DUSTTER", seller.id);
      await trx.updateTable("cars").set({ model }).where("id", "=", carId).execute();
      return { merging: merge };
    });
    expect((await merging).status).toBe(200);
    expect(carOf(await app.call(`GET /api/cars/${carId}`)).model).toBe("Duster");
  });

  test("a car that is published while its suggestion is being merged gets the model", async () => {
    await app.publishCar(seller, { brand: "Dacia", model: "Sanderro" });
    const suggestion = await named("Sanderro");
    const { merging, publishing } = await app.database.db.transaction().execute(async (trx) => {
      // The merge has moved the cars, and waits here.
      await insertAlias(trx, "Sanderro", "Sandero");
      const merge = act(suggestion?.id ?? "", "merge", { into: "Sandero" });
      await stopped(merge, 1);
      const publish = app.publishCar(seller, { brand: "Dacia", model: "Sanderro" });
      await stopped(publish, 2);
      return { merging: merge, publishing: publish };
    });
    expect((await merging).status).toBe(200);
    expect((await publishing).model).toBe("Sandero");
    expect(await named("Sanderro")).toBeUndefined();
  });

  test("a car whose new suggestion waits for the same one, which is merged, gets the model", async () => {
    const { publishing } = await app.database.db.transaction().execute(async (trx) => {
      expect(await settleModel(trx, "Dacia", "Sandderro", seller.id)).toBe("Sandderro");
      const publish = app.publishCar(admin, { brand: "Dacia", model: "Sandderro" });
      await stopped(publish, 1);
      await trx.deleteFrom("car_models").where("name", "=", "Sandderro").execute();
      await insertAlias(trx, "Sandderro", "Sandero");
      return { publishing: publish };
    });
    expect((await publishing).model).toBe("Sandero");
    expect(await named("Sandderro")).toBeUndefined();
  });

  test("a merged spelling that becomes a model means that model", async () => {
    await app.publishCar(seller, { brand: "Honda", model: "Jazz Kross" });
    const merged = await named("Jazz Kross");
    expect((await act(merged?.id ?? "", "merge", { into: "Jazz" })).status).toBe(200);
    await app.publishCar(seller, { brand: "Honda", model: "Jaz Kros" });
    const wrong = await named("Jaz Kros");
    expect((await act(wrong?.id ?? "", "approve", { name: "Jazz Kross" })).status).toBe(200);
    for (const typed of ["jazz kross", "jaz kros"])
      expect((await app.publishCar(seller, { brand: "Honda", model: typed })).model).toBe("Jazz Kross");
    expect((await app.publishCar(seller, { brand: "Honda", model: "Jazz" })).model).toBe("Jazz");
  });

  test("refusing a suggestion removes it for good and leaves its cars' typed model", async () => {
    const car = await app.publishCar(seller, { brand: "Kia", model: "Xxx" });
    const suggestion = await named("Xxx");
    expect((await act(suggestion?.id ?? "", "refuse")).status).toBe(200);
    await app.call("POST /api/car-models/models", { as: seller, body: { brand: "Kia", model: "xxx" } });
    expect(await named("Xxx")).toBeUndefined();
    expect(await named("xxx")).toBeUndefined();
    expect(carOf(await app.call(`GET /api/cars/${car._id}`)).model).toBe("Xxx");
    expect((await app.call("GET /api/car-models/models?brand=Kia", { as: seller })).body).not.toContain(
      "Xxx",
    );
    expect((await act(suggestion?.id ?? "", "refuse")).status).toBe(404);
  });
});

async function queue(state = "waiting") {
  const { body } = await app.call(`GET /api/admin/social?state=${state}`, { as: admin });
  return (body as { posts: unknown[] }).posts.map((one) => socialPost.parse(one));
}

async function paidPost(carId: string, dueInHours: number): Promise<string> {
  const [id, paymentId] = [uuidv7(), uuidv7()];
  await app.database.db
    .insertInto("payments")
    .values({
      id: paymentId,
      user_id: seller.id,
      kind: "extras",
      amount_cents: 1000,
      social_promotion: true,
    })
    .execute();
  await app.database.db
    .insertInto("social_posts")
    .values({
      id,
      car_id: carId,
      payment_id: paymentId,
      due_at: new Date(Date.now() + dueInHours * 3_600_000),
    })
    .execute();
  return id;
}

function whyOf({ sold, deleted, unlisted }: AdminCar): string | null {
  return deleted ? "archived" : sold ? "sold" : (unlisted ?? null);
}

describe("the social queue", () => {
  test("the social queue shows the most urgent post first with picture and text, and ticking it off is logged", async () => {
    const car = await app.publishCar(seller);
    const later = await paidPost((await app.publishCar(seller))._id, 20);
    const overdue = await paidPost(car._id, -2);
    const waiting = await queue();
    expect(waiting.map((post) => [post.id, post.overdue])).toEqual([
      [overdue, true],
      [later, false],
    ]);
    const [first] = waiting;
    expect(first?.pictures).toEqual(car.images);
    for (const part of [
      "Volkswagen Golf, 2016",
      "9.900 €",
      "148.000 km",
      `/car/${car._id}`,
      "#VolkswagenGolf",
    ])
      expect(first?.text).toContain(part);
    // A post contains no phone number: the car's page shows it on request. (An id may hold any digits.)
    expect(first?.text.replace(car._id, "")).not.toMatch(/\+?383|\b044/);

    const tick = (method: "POST" | "DELETE"): Promise<Answer> =>
      app.call(`${method} /api/admin/social/${overdue}/posted`, { as: admin });
    expect(socialPost.parse((await tick("POST")).body)).toMatchObject({
      overdue: false,
      postedBy: admin.email,
    });
    const { postedAt } = socialPost.parse((await tick("POST")).body);
    expect(postedAt).not.toBeNull();
    expect((await queue()).map((post) => post.id)).toEqual([later]);
    expect((await queue("posted")).map((post) => post.id)).toEqual([overdue]);
    expect(socialPost.parse((await tick("DELETE")).body).postedAt).toBeNull();
    expect(await queue()).toHaveLength(2);
    // A further post of the car was paid for since: one of it waits at a time.
    await tick("POST");
    await paidPost(car._id, 20);
    const refused = await tick("DELETE");
    expect([refused.status, errorOf(refused).code]).toEqual([409, "already_promoted"]);
    const { body } = await app.call(`GET /api/admin/audit?q=${overdue}`, { as: admin });
    expect(body).toMatchObject({
      entries: [{ action: "social.posted" }, { action: "social.unposted" }, { action: "social.posted" }],
      pagination: { total: 3 },
    });
  });

  test("a post of a car that is not on sale says so and is not overdue, until the car is on sale again", async () => {
    const overdue = async () => {
      const { body } = await app.call("GET /api/admin/stats", { as: admin });
      return adminStats.parse(body).waiting.postsOverdue;
    };
    const before = await overdue();
    const dealer = await app.registerUser();
    const ways = {
      onSale: sql`brand = brand`,
      sold: sql`state = 'sold', sold_at = now()`,
      archived: sql`state = 'archived', archived_from = 'active', archived_at = now()`,
      hidden: sql`hidden_at = now()`,
      disputed: sql`disputed_at = now()`,
      suspended: sql`brand = brand`,
    };
    const ids = new Map<string, string>();
    for (const [way, change] of Object.entries(ways)) {
      const car = await app.publishCar(way === "suspended" ? dealer : seller);
      await sql`update cars set ${change} where id = ${car._id}`.execute(app.database.db);
      ids.set(await paidPost(car._id, -1), way);
    }
    const suspend = async (method: "POST" | "DELETE") =>
      app.call(`${method} /api/admin/users/${dealer.id}/suspension`, {
        as: admin,
        body: { reason: "Provë" },
      });
    expect((await suspend("POST")).status).toBeLessThan(300);
    const shown = async () =>
      (await queue()).flatMap(({ id, onSale, overdue, car }) => {
        const way = ids.get(id);
        return way === undefined ? [] : [{ way, onSale, overdue, why: whyOf(car) }];
      });
    const notOnSale = { onSale: false, overdue: false };
    expect(await shown()).toEqual([
      { way: "onSale", onSale: true, overdue: true, why: null },
      { way: "sold", ...notOnSale, why: "sold" },
      { way: "archived", ...notOnSale, why: "archived" },
      { way: "hidden", ...notOnSale, why: "hidden" },
      { way: "disputed", ...notOnSale, why: "disputed" },
      { way: "suspended", ...notOnSale, why: "suspended" },
    ]);
    expect(await overdue()).toBe(before + 1);
    expect((await suspend("DELETE")).status).toBeLessThan(300);
    expect((await shown()).find(({ way }) => way === "suspended")).toMatchObject({
      onSale: true,
      overdue: true,
    });
    expect(await overdue()).toBe(before + 2);
  });

  test("ticking off a missing post returns 404", async () => {
    const answer = await app.call(`POST /api/admin/social/${uuidv7()}/posted`, { as: admin });
    expect([answer.status, errorOf(answer).code]).toEqual([404, "post_not_found"]);
  });
});
