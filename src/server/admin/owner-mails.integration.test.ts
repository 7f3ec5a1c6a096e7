import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminCar } from "#contract/admin-lists.ts";
import type { Car } from "#contract/cars.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { watchedLog } from "#testing/faults.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { ownerMailTasks } from "./owner-mails.commands.ts";

// The mails to a seller whose car or account an admin has changed, hidden, shown or deleted.

let app: TestApp;
let admin: TestUser;
let seller: TestUser;
let car: Car;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  await rm(outbox(), { recursive: true, force: true });
  seller = await app.registerUser();
  car = await app.publishCar(seller, { price: 9_900 });
});

const outbox = () => join(app.dataDir, "outbox");
const reason = "Çmimi nuk përputhet me përshkrimin & <fotot>.";

/** Sends what is queued, all of it, and reads the mails to this person. */
async function mailsTo({ email }: TestUser) {
  const { site, mail } = app.services.config;
  const contactEmail = () => site.contactEmail;
  const tasks = ownerMailTasks({
    db: app.database.db,
    mailer: createMailer(mail, watchedLog),
    site: { ...site, contactEmail },
  });
  expect(await drainJobs(app.database, tasks)).toEqual([]);
  return (await readOutbox(outbox())).filter(({ to }) => to === email);
}

const asAdmin = (request: `${string} /${string}`, body?: unknown) =>
  app.call(request, { as: admin, ...(body === undefined ? {} : { body }) });

async function editCar(changes: Record<string, unknown>) {
  const row = adminCar.parse((await asAdmin(`GET /api/admin/cars/${car._id}`)).body);
  const { brand, model, year, price, mileage, location, fuel, type, sold } = row;
  const body = { brand, model, year, price, mileage, location, fuel, type, sold, ...changes };
  return asAdmin(`PUT /api/admin/cars/${car._id}`, body);
}

async function auditOf(id: string) {
  const answer = await asAdmin(`GET /api/admin/audit?q=${id}`);
  return (answer.body as { entries: { action: string; after: Record<string, unknown> | null }[] }).entries;
}

test("an edit by an admin mails the owner the car, its price, the changes and the reason, and an empty edit mails nothing", async () => {
  expect((await editCar({ price: 8_800, location: "Pejë", reason })).status).toBe(200);
  const [mail, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Ndryshim në veturën tuaj: Volkswagen Golf, 2016");
  for (const said of [
    "Volkswagen Golf, 2016, 8.800 €",
    "Çmimi: 9.900 € → 8.800 €",
    "Lokacioni: Prishtinë → Pejë",
    `Arsyeja: ${reason}`,
    `/car/${car._id}`,
    "info@vetura.example",
  ])
    expect(mail?.text).toContain(said);
  expect(mail?.html).toContain("përshkrimin &amp; &lt;fotot&gt;.");
  expect((await auditOf(car._id))[0]).toMatchObject({
    action: "car.update",
    after: { price: 8_800, reason },
  });

  // The same again, with a reason or without.
  expect((await editCar({ reason: "Edhe një herë" })).status).toBe(200);
  expect(await mailsTo(seller)).toHaveLength(1);
  expect(await auditOf(car._id)).toHaveLength(1);
});

test("hiding and showing a car mail the owner once each, however often they are requested", async () => {
  for (const _ of [1, 2]) await asAdmin(`POST /api/admin/cars/${car._id}/hide`, { reason });
  const [hidden, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(hidden?.subject).toBe("Vetura juaj u hoq nga publiku: Volkswagen Golf, 2016");
  for (const said of ["Volkswagen Golf, 2016, 9.900 €", `Arsyeja: ${reason}`])
    expect(hidden?.text).toContain(said);
  // Without a body, as clients of before send it.
  for (const _ of [1, 2]) expect((await asAdmin(`POST /api/admin/cars/${car._id}/show`)).status).toBe(200);
  const mails = await mailsTo(seller);
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(["Vetura juaj shihet përsëri nga publiku: Volkswagen Golf, 2016"]),
  );
  expect(mails).toHaveLength(2);
  expect((await auditOf(car._id)).map(({ action, after }) => [action, after])).toEqual([
    ["car.show", { hidden: false }],
    ["car.hide", { hidden: true, reason }],
  ]);
});

test("hiding and restoring a car by a report mail its owner the admin's reason", async () => {
  await app.call(`POST /api/cars/${car._id}/report`, { body: { reason: "fraud" } });
  const { id } = await app.database.db
    .selectFrom("reports")
    .select("id")
    .where("car_id", "=", car._id)
    .executeTakeFirstOrThrow();
  expect((await asAdmin(`POST /api/admin/reports/${id}/hide`, { reason })).status).toBe(200);
  expect((await mailsTo(seller)).map(({ text }) => text.includes(reason))).toEqual([true]);
  expect((await asAdmin(`POST /api/admin/reports/${id}/restore`)).status).toBe(200);
  expect(await mailsTo(seller)).toHaveLength(2);
});

test("deleting a car mails its owner the reason and says that it is final", async () => {
  const why = encodeURIComponent(reason);
  expect((await asAdmin(`DELETE /api/admin/cars/${car._id}?reason=${why}`)).status).toBe(204);
  const [mail, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Vetura juaj u fshi: Volkswagen Golf, 2016");
  for (const said of ["9.900 €", "Fshirja është përfundimtare", `Arsyeja: ${reason}`])
    expect(mail?.text).toContain(said);
  expect((await auditOf(car._id))[0]).toMatchObject({ action: "car.delete", after: { reason } });
  expect((await app.call(`PUT /api/cars/${car._id}/restore`, { as: seller })).status).toBe(404);
});

test("eighty cars deleted at once send one mail an owner, which names fifty and counts the rest", async () => {
  const other = await app.registerUser();
  const theirs = await app.publishCar(other, { model: "Passat" });
  const ids = [theirs._id, car._id];
  for (let n = 0; n < 79; n++) ids.push((await app.publishCar(seller, { price: 2_000 + n }))._id);
  const answer = await asAdmin("POST /api/admin/cars/bulk-delete", { ids, reason });
  expect(answer.body).toMatchObject({ deleted: 81 });

  const [mail, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("80 vetura tuaja u fshinë");
  expect(mail?.text.match(/Volkswagen Golf, 2016: \d/g)).toHaveLength(50);
  for (const said of ["Të tjera: 30", `Arsyeja: ${reason}`]) expect(mail?.text).toContain(said);
  expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual([
    "Vetura juaj u fshi: Volkswagen Passat, 2016",
  ]);
});

test("changing an account mails the changes to its previous address", async () => {
  const email = `i-ri-${seller.email}`;
  const body = { email, firstName: "Besa", reason };
  expect((await asAdmin(`PUT /api/admin/users/${seller.id}`, body)).status).toBe(200);
  const [mail, ...more] = await mailsTo(seller);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Ndryshim në llogarinë tuaj në Vetura");
  for (const said of [`Email-i: ${seller.email} → ${email}`, "Emri: Arben → Besa", `Arsyeja: ${reason}`])
    expect(mail?.text).toContain(said);
  // A reason alone changes nothing.
  expect((await asAdmin(`PUT /api/admin/users/${seller.id}`, { reason })).status).toBe(200);
  expect(await mailsTo({ ...seller, email })).toEqual([]);
  expect(await auditOf(seller.id)).toMatchObject([{ action: "user.update", after: { email, reason } }]);
});

test("deleting an account sends one mail to its address although its row and cars are gone", async () => {
  const second = await app.registerUser();
  await app.publishCar(seller);
  const body = { ids: [seller.id, second.id], reason };
  expect((await asAdmin("POST /api/admin/users/bulk-delete", body)).body).toMatchObject({ deleted: 2 });
  for (const person of [seller, second]) {
    const mails = await mailsTo(person);
    expect(mails.map(({ subject }) => subject)).toEqual(["Llogaria juaj në Vetura u fshi"]);
    expect(mails[0]?.text).toContain(`Arsyeja: ${reason}`);
  }
  const third = await app.registerUser();
  expect((await asAdmin(`DELETE /api/admin/users/${third.id}`)).status).toBe(204);
  expect((await mailsTo(third))[0]?.text).not.toContain("Arsyeja");
});

test("an admin gets no mail about changes to the admin's own car", async () => {
  car = await app.publishCar(admin);
  await editCar({ price: 5_000, reason });
  await asAdmin(`POST /api/admin/cars/${car._id}/hide`);
  await asAdmin(`DELETE /api/admin/cars/${car._id}`);
  expect(await mailsTo(admin)).toEqual([]);
});

test("a rolled-back change sends no mail, and a repeated job sends the same message", async () => {
  const stale = await app.call(`PUT /api/admin/users/${seller.id}`, {
    as: admin,
    body: { firstName: "Tjetër" },
    headers: { "If-Match": '"99"' },
  });
  expect(stale.status).toBe(412);
  expect(await mailsTo(seller)).toEqual([]);

  await asAdmin(`POST /api/admin/cars/${car._id}/hide`);
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`.execute(app.database.db);
  const { site, mail } = app.services.config;
  const contactEmail = () => site.contactEmail;
  const tasks = ownerMailTasks({
    db: app.database.db,
    mailer: createMailer(mail, watchedLog),
    site: { ...site, contactEmail },
  });
  for (const _ of [1, 2]) await tasks["send_owner_mail"]?.run(rows[0]?.payload, new AbortController().signal);
  expect(await mailsTo(seller)).toHaveLength(1);
});

test("a reason of more than 500 characters is refused, and an empty one counts as none", async () => {
  const long = "a".repeat(adminLimits.maxReason + 1);
  for (const answer of [
    await asAdmin(`POST /api/admin/cars/${car._id}/hide`, { reason: long }),
    await asAdmin(`DELETE /api/admin/cars/${car._id}?reason=${long}`),
    await asAdmin("POST /api/admin/cars/bulk-delete", { ids: [car._id], reason: long }),
    await editCar({ price: 1_500, reason: long }),
  ])
    expect([answer.status, Object.keys(errorOf(answer).fields ?? {})]).toEqual([400, ["reason"]]);
  expect((await asAdmin(`POST /api/admin/cars/${car._id}/hide`, { reason: "  " })).status).toBe(200);
  expect((await auditOf(car._id))[0]?.after).toEqual({ hidden: true });
});
