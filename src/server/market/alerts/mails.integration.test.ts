import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { savedSearch } from "#contract/alerts.ts";
import type { Car, PublishCarInput } from "#contract/cars.ts";
import { createServices, type Services } from "#server/services.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { readCars } from "#server/market/search/search.queries.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { loadEvents } from "./match-cars.commands.ts";

expectFaults(
  /send_alert_mail: error: (?:could not obtain lock|canceling statement)/,
  // No folder for mails.
  /send_alert_mail: Error: EEXIST/,
);

let app: TestApp;
/** Another process on the same database. */
let second: Services;
let seller: TestUser;
let buyer: TestUser;
// 10:00 in Kosovo.
let now = new Date("2026-11-20T09:00:00Z");
const never = new AbortController().signal;

beforeAll(async () => {
  app = await createTestApp({ now: () => now });
  const { config } = app.services;
  const { db, pool, url } = app.database;
  second = createServices({ config, db, pool, databaseUrl: url, log: watchedLog, now: () => now });
});
afterAll(async () => {
  await second.stop();
  await app.close();
});

beforeEach(async () => {
  await settle();
  await rm(outbox(), { recursive: true, force: true });
  [seller, buyer] = await Promise.all([app.registerUser(), app.registerUser()]);
});

const outbox = () => join(app.dataDir, "outbox");
const round = (services: Services = app.services) => services.alerts.schedule["sweep_alerts"]?.run(never);
const send = () => drainJobs(app.database, app.services.alerts.tasks);

/** All that the jobs would do by themselves. */
async function settle(): Promise<void> {
  await round();
  expect(await send()).toEqual([]);
}

/** The mails to a person so far, in any order. */
async function mailsTo(user: TestUser) {
  return (await readOutbox(outbox())).filter(({ to }) => to === user.email);
}

async function save(as: TestUser, query: string, frequency = "at_once") {
  const { status, body } = await app.call("POST /api/saved-searches", { as, body: { query, frequency } });
  expect(status).toBe(201);
  return savedSearch.parse(body);
}

async function edit(car: Car, changes: Partial<PublishCarInput>) {
  const body = { ...(await app.carFields(seller, { images: car.images })), ...fieldsOf(car), ...changes };
  const answer = await app.call(`PUT /api/cars/${car._id}`, { as: seller, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

function fieldsOf({
  brand,
  model,
  year,
  price,
  mileage,
  fuel,
  transmission,
  location,
  type,
  description,
}: Car) {
  return { brand, model, year, price, mileage, fuel, transmission, location, type, description };
}

/** The subjects of the buyer's mails, in alphabetical order. */
const subjects = async () => (await mailsTo(buyer)).map(({ subject }) => subject).toSorted();

const follow = (as: TestUser, car: Car) => app.call(`PUT /api/cars/${car._id}/follow`, { as });
const hide = (car: Car) =>
  sql`update cars set hidden_at = now() where id = ${car._id}`.execute(app.database.db);
const show = (car: Car) =>
  sql`update cars set hidden_at = null where id = ${car._id}`.execute(app.database.db);

/** Tries to send all mails while none can be stored. */
async function failToSend(): Promise<void> {
  await rm(outbox(), { recursive: true, force: true });
  await writeFile(outbox(), "");
  expect(await send()).not.toEqual([]);
  await rm(outbox());
}

type Step = (trx: Transaction<DB>) => Promise<unknown>;

/**
 * Runs the job in the midst of a transaction, which goes on once the job waits for it or has ended. Returns what became
 * of the job.
 */
async function runMeanwhile(task: string, payload: unknown, [before, after]: readonly [Step, Step]) {
  const { db } = app.database;
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and backend_type = 'client backend'`.execute(db);
    return rows[0]?.count === 1;
  };
  const { outcome } = await db.transaction().execute(async (trx) => {
    await before(trx);
    let hasEnded = false;
    const job = app.services.alerts.tasks[task]?.run(payload, never).finally(() => {
      hasEnded = true;
    });
    const settled = Promise.allSettled([job]);
    await expect.poll(async () => hasEnded || (await isWaiting()), { timeout: 10_000 }).toBe(true);
    await after(trx);
    return { outcome: settled };
  });
  return outcome;
}

const move = (car: Car, to: string) => app.call(`PUT /api/cars/${car._id}/${to}`, { as: seller });

test("a new car that a saved search finds is mailed once with its facts", async () => {
  const { name } = await save(buyer, "q=golf+7+dizel+deri+10.000+prishtine");
  await save(seller, "brand=Volkswagen");
  const wanted = await app.publishCar(seller, { model: "Golf", year: 2016, price: 9_900, fuel: "Diesel" });
  await app.publishCar(seller, { model: "Golf", year: 2016, price: 10_900, fuel: "Diesel" });
  await app.publishCar(seller, { model: "Golf", year: 2016, price: 9_000, fuel: "Benzinë" });
  for (const _ of [1, 2, 3]) await settle();

  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Veturë e re: Volkswagen Golf 2016, 9.900 €");
  for (const said of [name, "Volkswagen Golf", "9.900 €", "2016", "148.000 km", "Diesel", "Prishtinë"])
    expect(mail?.text).toContain(said);
  expect(mail?.text).toContain(`http://localhost:3000/car/${wanted._id}`);
  expect(mail?.html).toContain(`http://localhost:3000${wanted.images[0]?.replace("960.jpg", "640.jpg")}`);
  expect(mail?.text).toContain("/search?q=golf+7+dizel+deri+10.000+prishtine&sort=createdAt_desc");
  // A person's own cars are not mailed.
  expect(await mailsTo(seller)).toEqual([]);
});

test("a search of 20 immediate mails within a day is mailed once an hour from then on, and each car once", async () => {
  const { id } = await save(buyer, "brand=Lancia");
  await sql`
    insert into alert_mails (id, user_id, saved_search_id, done_at, sent)
    select uuidv7(), ${buyer.id}, ${id}, now(), true from generate_series(1, 20)`.execute(app.database.db);
  await app.publishCar(seller, { brand: "Lancia", model: "Ypsilon" });
  await settle();
  await app.publishCar(seller, { brand: "Lancia", model: "Delta" });
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);
  await sql`
    update alert_mails set created_at = created_at - interval '61 minutes' where saved_search_id = ${id}`.execute(
    app.database.db,
  );
  await settle();
  await settle();
  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Lancia Ypsilon");
  expect(mail?.text).toContain("Lancia Delta");
});

test("a new car is found by words that no other car's text contains", async () => {
  await save(buyer, "q=qershizotbardhe");
  await app.publishCar(seller, { description: "Një veturë qershizotbardhe, si e re." });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a restored or edited car that now matches is mailed, and one that matched before is not", async () => {
  const car = await app.publishCar(seller, { brand: "Opel", model: "Astra", price: 6_000 });
  await settle();
  await save(buyer, "brand=Opel&maxPrice=7000");
  await edit(car, { price: 5_900, description: "Me klimë dhe dyer elektrike." });
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);

  await edit(car, { price: 7_500 });
  await settle();
  await edit(car, { price: 6_900 });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
  // Once a car, whatever happens to it afterwards.
  await edit(car, { price: 9_000 });
  await settle();
  await edit(car, { price: 6_000 });
  await move(car, "sold");
  await move(car, "unsold");
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);

  const sold = await app.publishCar(seller, { brand: "Peugeot", model: "308" });
  await move(sold, "sold");
  await settle();
  await save(buyer, "brand=Peugeot");
  await move(sold, "unsold");
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(2);
});

test("a car that gets its registration matches «me regjistrim», and one that had it before is not mailed", async () => {
  const car = await app.publishCar(seller, { brand: "Lancia", model: "Ypsilon" });
  const registered = await app.publishCar(seller, {
    brand: "Lancia",
    model: "Delta",
    registeredUntil: "2027-05",
  });
  await settle();
  await save(buyer, "q=lancia+me+regjistrim");
  await edit(registered, { registeredUntil: "2027-05", price: 2_900 });
  await edit(registered, { registeredUntil: "2027-06" });
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);

  await edit(car, { registeredUntil: "2027-05" });
  await settle();
  const mails = await mailsTo(buyer);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("Lancia Ypsilon")]);
});

test("a car that gets the equipment of a saved search is mailed, and one that had it before is not", async () => {
  await save(buyer, "brand=Suzuki&equipment=towbar");
  const [car, equipped] = [
    await app.publishCar(seller, { brand: "Suzuki", model: "Vitara" }),
    await app.publishCar(seller, { brand: "Suzuki", model: "Vitara", equipment: ["towbar"] }),
  ];
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
  const another = await app.registerUser();
  await save(another, "brand=Suzuki&equipment=towbar");
  await edit(equipped, { equipment: ["esp", "towbar"] });
  await settle();
  expect(await mailsTo(another)).toEqual([]);
  await edit(car, { equipment: ["towbar"] });
  await settle();
  expect((await mailsTo(another)).map(({ text }) => text.includes(car._id))).toEqual([true]);
});

test("the event of a changed fact tells all that the search reads of a car", async () => {
  const { _id: id } = await app.publishCar(seller);
  const { db } = app.database;
  const [read] = await readCars(db, [id]);
  const told = await db.transaction().execute(async (trx) => {
    await sql`update cars set power = 99 where id = ${id}`.execute(trx);
    const events = await loadEvents(trx, 1_000);
    return events.find(({ car_id: car, before }) => car === id && before !== null)?.before;
  });
  // What is not asked for by a saved search, or is news of its own.
  const leftOut = new Set(["id", "rowVersion", "listedAt", "confirmed", "listableUntil", "priceBand"]);
  const facts = Object.keys(read ?? {}).filter((name) => !leftOut.has(name));
  expect(Object.keys(told ?? {}).toSorted()).toEqual(facts.toSorted());
});

test("a car that was public when the search was saved is not mailed", async () => {
  const before = await app.publishCar(seller, { brand: "Škoda", model: "Octavia" });
  await save(buyer, "brand=Škoda");
  const next = await app.publishCar(seller, { brand: "Škoda", model: "Fabia" });
  await settle();
  const mails = await mailsTo(buyer);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(next._id);
  expect(mails[0]?.text).not.toContain(before._id);
});

test("a car that is sold or hidden before its mail goes out is left out, and an empty mail is not sent", async () => {
  await save(buyer, "brand=Honda");
  const [one, other] = [
    await app.publishCar(seller, { brand: "Honda", model: "Civic" }),
    await app.publishCar(seller, { brand: "Honda", model: "Jazz" }),
  ];
  await round();
  await move(one, "sold");
  await settle();
  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(other._id);
  expect(mail?.text).not.toContain(one._id);

  const third = await app.publishCar(seller, { brand: "Honda", model: "CR-V" });
  await round();
  await hide(third);
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a car whose mail was empty because it was hidden is mailed when it comes back", async () => {
  await save(buyer, "brand=Rover");
  const car = await app.publishCar(seller, { brand: "Rover", model: "25" });
  await round();
  await hide(car);
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);
  await show(car);
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
  await hide(car);
  await settle();
  await show(car);
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a car that comes back while a mail without it goes out is mailed by the next one", async () => {
  await save(buyer, "brand=Saab");
  const [away, other] = [
    await app.publishCar(seller, { brand: "Saab", model: "9-3" }),
    await app.publishCar(seller, { brand: "Saab", model: "9-5" }),
  ];
  await round();
  await hide(away);
  await round();
  const mails = await startMailServer(async () => {
    await show(away);
    await round();
  });
  const { config } = app.services;
  const { db, pool, url } = app.database;
  const mail = { transport: "smtp", url: mails.url, from: "Vetura <info@vetura.example>" } as const;
  const sender = createServices({
    config: { ...config, mail },
    db,
    pool,
    databaseUrl: url,
    log: watchedLog,
    now: () => now,
  });
  expect(await drainJobs(app.database, sender.alerts.tasks)).toEqual([]);
  await sender.stop();
  await mails.close();
  expect(mails.received).toHaveLength(1);
  const sent = mails.received[0]?.replaceAll(/=\r?\n/g, "");
  expect(sent).toContain(other._id);
  expect(sent).not.toContain(away._id);

  await settle();
  const [next, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(next?.text).toContain(away._id);
  expect(next?.text).not.toContain(other._id);
});

test("two processes that work at once mail each car exactly once", async () => {
  await save(buyer, "brand=Mazda");
  const others = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const person = await app.registerUser();
      await save(person, "q=mazda");
      return person;
    }),
  );
  const cars: Car[] = [];
  for (const price of [5_000, 6_000, 7_000, 8_000]) {
    cars.push(await app.publishCar(seller, { brand: "Mazda", model: "6", price }));
    // A job that loses a row to the other is tried again, as the queue would.
    await Promise.allSettled([round(), round(second), round(), round(second)]);
    await Promise.all([send(), drainJobs(app.database, second.alerts.tasks)]);
  }
  await settle();
  for (const person of [buyer, ...others]) {
    const mails = await mailsTo(person);
    const told = mails
      .flatMap(({ text }) => Array.from(text.matchAll(/\/car\/([0-9a-f-]{36})/g), ([, id]) => id ?? ""))
      .toSorted((a, b) => a.localeCompare(b));
    expect(told).toEqual(cars.map(({ _id }) => _id).toSorted((a, b) => a.localeCompare(b)));
  }
});

test("a crash between any two steps of the alerts loses no mail and sends none twice", async () => {
  const { db } = app.database;
  await save(buyer, "brand=Kia");
  // The process dies before anything was looked at: the change itself has written it down.
  await app.publishCar(seller, { brand: "Kia", model: "Ceed" });
  const { rows } = await sql<{ n: number }>`select count(*) as n from car_events`.execute(db);
  expect(rows[0]?.n).toBeGreaterThan(0);
  // It dies when what was found has been written and no mail has been made of it.
  await app.services.alerts.tasks["match_cars"]?.run({}, AbortSignal.abort());
  await sql`select 1`.execute(db);
  await round();
  await sql`update alert_matches set mail_id = null where mail_id in (select id from alert_mails where done_at is null)`.execute(
    db,
  );
  await sql`delete from alert_mails where done_at is null`.execute(db);
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);

  // It dies when the mail has been taken and not been noted: the same message goes out again under its name.
  await sql`update alert_mails set done_at = null, sent = false where user_id = ${buyer.id}`.execute(db);
  const mail = await db
    .selectFrom("alert_mails")
    .select("id")
    .where("user_id", "=", buyer.id)
    .executeTakeFirstOrThrow();
  await app.services.alerts.tasks["send_alert_mail"]?.run({ mailId: mail.id }, never);
  await app.services.alerts.tasks["send_alert_mail"]?.run({ mailId: mail.id }, never);
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a mail that one process is sending is not sent by another", async () => {
  const { db } = app.database;
  await save(buyer, "brand=Citro%C3%ABn");
  await app.publishCar(seller, { brand: "Citroën", model: "C3" });
  await round();
  await db.transaction().execute(async (trx) => {
    await sql`select from alert_mails where done_at is null for update`.execute(trx);
    const errors = await send();
    expect(errors).toHaveLength(1);
    expect(await mailsTo(buyer)).toEqual([]);
  });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("changes made while no process ran are mailed later", async () => {
  await save(buyer, "brand=Toyota");
  const cars: Car[] = [];
  for (let n = 0; n < 23; n++)
    cars.push(await app.publishCar(seller, { brand: "Toyota", model: "Yaris", price: 4_000 + n }));
  await settle();
  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("23 vetura të reja: Toyota");
  expect(mail?.text.match(/\/car\//g)).toHaveLength(20);
  expect(mail?.text).toContain("Edhe 3 vetura të tjera janë te rezultatet.");
});

test("daily mails gather a day and go out once at eight in Kosovo, also when eight was missed", async () => {
  now = new Date("2026-11-20T09:00:00Z");
  await save(buyer, "brand=Fiat", "daily");
  await app.publishCar(seller, { brand: "Fiat", model: "500" });
  await settle();
  now = new Date("2026-11-20T20:00:00Z");
  await app.publishCar(seller, { brand: "Fiat", model: "Panda" });
  await settle();
  now = new Date("2026-11-21T06:59:00Z");
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);

  now = new Date("2026-11-21T07:00:30Z");
  await Promise.allSettled([round(), round(second)]);
  await settle();
  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("2 vetura të reja: Fiat");

  await app.publishCar(seller, { brand: "Fiat", model: "Tipo" });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
  // No process ran at eight the next day; later cars belong to the day after.
  now = new Date("2026-11-22T15:00:00Z");
  await app.publishCar(seller, { brand: "Fiat", model: "Punto" });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(2);
  now = new Date("2026-11-23T07:00:00Z");
  await settle();
  expect((await mailsTo(buyer)).map(({ subject }) => subject.replace(/ \d{4}, .*/, ""))).toEqual(
    expect.arrayContaining(["Veturë e re: Fiat Tipo", "Veturë e re: Fiat Punto"]),
  );
});

test("a car that was off sale at the hour of the daily mail is in the one after its return", async () => {
  now = new Date("2026-11-23T09:00:00Z");
  await save(buyer, "brand=Daewoo", "daily");
  const [away, other] = [
    await app.publishCar(seller, { brand: "Daewoo", model: "Matiz" }),
    await app.publishCar(seller, { brand: "Daewoo", model: "Tico" }),
  ];
  await settle();
  await hide(away);
  now = new Date("2026-11-24T07:00:30Z");
  await settle();
  expect(await subjects()).toEqual([`Veturë e re: Daewoo ${other.model} 2016, 9.900 €`]);

  await show(away);
  await settle();
  now = new Date("2026-11-25T07:00:30Z");
  await settle();
  expect(await subjects()).toEqual([
    `Veturë e re: Daewoo ${away.model} 2016, 9.900 €`,
    `Veturë e re: Daewoo ${other.model} 2016, 9.900 €`,
  ]);
});

test("a search that is saved while an import is being written gets its cars, and none that was on sale before", async () => {
  const before = await app.publishCar(seller, { brand: "Lada", model: "Niva" });
  const imported = await app.publishCar(seller, { brand: "Lada", model: "Samara" });
  await hide(imported);
  await settle();
  await app.database.db.transaction().execute(async (trx) => {
    await sql`update cars set hidden_at = null where id = ${imported._id}`.execute(trx);
    await save(buyer, "brand=Lada");
  });
  await settle();
  const [mail, ...more] = await mailsTo(buyer);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(imported._id);
  expect(mail?.text).not.toContain(before._id);
});

test("a saved search without mails is not matched, and cars of that time are never mailed later", async () => {
  const { id } = await save(buyer, "brand=SEAT", "daily");
  await app.publishCar(seller, { brand: "SEAT", model: "Leon" });
  await round();
  const put = (frequency: string) =>
    app.call(`PUT /api/saved-searches/${id}`, { as: buyer, body: { frequency } });
  await put("never");
  await app.publishCar(seller, { brand: "SEAT", model: "Ibiza" });
  await put("at_once");
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);
  await app.publishCar(seller, { brand: "SEAT", model: "Ateca" });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a followed car is mailed each time when its price falls below the last mailed one", async () => {
  const car = await app.publishCar(seller, { price: 10_000 });
  await follow(buyer, car);
  const steps: [number, number][] = [
    [9_000, 1],
    [9_500, 1],
    [9_200, 1],
    [8_000, 2],
    [8_000, 2],
  ];
  for (const [price, mails] of steps) {
    await edit(car, { price });
    for (const _ of [1, 2]) await settle();
    expect(await mailsTo(buyer), `at ${price}`).toHaveLength(mails);
  }
  const subjects = (await mailsTo(buyer)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    "Çmimi u ul: Volkswagen Golf 2016 tani 8.000 €",
    "Çmimi u ul: Volkswagen Golf 2016 tani 9.000 €",
  ]);
  const last = (await mailsTo(buyer)).find(({ subject }) => subject.includes("8.000"));
  expect(last?.text).toContain("8.000 € – më parë 9.000 €, 1.000 € më lirë");
});

test("a price that is cut again and again is mailed three times a day, and then as it is a day after the first", async () => {
  const car = await app.publishCar(seller, { price: 10_000 });
  await follow(buyer, car);
  for (const price of [9_999, 9_998, 9_997]) {
    await edit(car, { price });
    await settle();
  }
  expect(await mailsTo(buyer)).toHaveLength(3);
  for (const price of [9_996, 9_995]) {
    await edit(car, { price });
    await round();
  }
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from run_at - now()) / 3600)::int as hours from graphile_worker.jobs
    where task_identifier = 'send_alert_mail'`.execute(app.database.db);
  expect(rows).toEqual([{ hours: 24 }]);
  // It is time.
  await settle();
  const subjects = (await mailsTo(buyer)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.endsWith("9.995 €"))).toHaveLength(1);
  expect(subjects).toHaveLength(4);
});

test("a price that changes before its mail goes out is mailed as it is then, or not at all", async () => {
  const car = await app.publishCar(seller, { price: 10_000 });
  await follow(buyer, car);
  await edit(car, { price: 9_000 });
  await round();
  await edit(car, { price: 8_500 });
  await Promise.allSettled([round(), round(second)]);
  await settle();
  expect((await mailsTo(buyer)).map(({ subject }) => subject)).toEqual([
    "Çmimi u ul: Volkswagen Golf 2016 tani 8.500 €",
  ]);
  await edit(car, { price: 8_000 });
  await round();
  await edit(car, { price: 8_500 });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});

test("a price whose mail was not sent because it rose or the car was hidden does not count as mailed", async () => {
  const [risen, higher, hidden] = [
    await app.publishCar(seller, { model: "Golf", price: 10_000 }),
    await app.publishCar(seller, { model: "Polo", price: 10_000 }),
    await app.publishCar(seller, { model: "Passat", price: 10_000 }),
  ];
  for (const car of [risen, higher, hidden]) {
    await follow(buyer, car);
    await edit(car, { price: 9_000 });
  }
  await round();
  await failToSend();
  await edit(risen, { price: 9_500 });
  await edit(higher, { price: 10_500 });
  await hide(hidden);
  await settle();
  // Still below the last mailed price.
  expect(await subjects()).toEqual(["Çmimi u ul: Volkswagen Golf 2016 tani 9.500 €"]);

  await edit(higher, { price: 9_700 });
  await show(hidden);
  await settle();
  expect(await subjects()).toEqual([
    "Çmimi u ul: Volkswagen Golf 2016 tani 9.500 €",
    "Çmimi u ul: Volkswagen Passat 2016 tani 9.000 €",
    "Çmimi u ul: Volkswagen Polo 2016 tani 9.700 €",
  ]);
});

test("prices of two mails that were not sent do not count as mailed, whichever of them is tried first", async () => {
  const [one, other] = [
    await app.publishCar(seller, { model: "Golf", price: 10_000 }),
    await app.publishCar(seller, { model: "Polo", price: 10_000 }),
  ];
  for (const car of [one, other]) await follow(buyer, car);
  for (const price of [9_000, 8_500]) {
    for (const car of [one, other]) await edit(car, { price });
    await round();
    await failToSend();
  }
  const mails = await app.database.db
    .selectFrom("alert_mails")
    .select("id")
    .where("user_id", "=", buyer.id)
    .where("car_id", "=", other._id)
    .orderBy("id", "desc")
    .execute();
  expect(mails).toHaveLength(2);
  for (const car of [one, other]) await edit(car, { price: 10_500 });
  const task = app.services.alerts.tasks["send_alert_mail"];
  for (const { id: mailId } of mails) await task?.run({ mailId }, never);
  await settle();
  expect(await subjects()).toEqual([]);

  for (const car of [one, other]) await edit(car, { price: 9_500 });
  await settle();
  const sent = await mailsTo(buyer);
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    "Çmimi u ul: Volkswagen Golf 2016 tani 9.500 €",
    "Çmimi u ul: Volkswagen Polo 2016 tani 9.500 €",
  ]);
  for (const { text } of sent) expect(text).toContain("9.500 € – më parë 10.000 €");
});

test("a price that is not mailed any more is put back while its follower's account or its car is deleted", async () => {
  const cars = [
    await app.publishCar(seller, { model: "Golf", price: 10_000 }),
    await app.publishCar(seller, { model: "Polo", price: 10_000 }),
  ];
  const followers = await Promise.all(cars.map(() => app.registerUser()));
  for (const [at, car] of cars.entries()) {
    await follow(followers[at] ?? buyer, car);
    await edit(car, { price: 9_000 });
  }
  await round();
  await failToSend();
  for (const car of cars) await edit(car, { price: 9_500 });
  await round();

  for (const [at, car] of cars.entries()) {
    const { id: mailId } = await app.database.db
      .selectFrom("alert_mails")
      .select("id")
      .where("car_id", "=", car._id)
      .executeTakeFirstOrThrow();
    const userId = followers[at]?.id ?? "";
    const outcome = await runMeanwhile("send_alert_mail", { mailId }, [
      // The first deletes the account; the second is at the car's followers, before its mails.
      (trx) =>
        at === 0
          ? trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
          : trx.deleteFrom("followed_cars").where("car_id", "=", car._id).execute(),
      (trx) =>
        at === 0
          ? trx.deleteFrom("users").where("id", "=", userId).execute()
          : trx.deleteFrom("alert_mails").where("car_id", "=", car._id).execute(),
    ]);
    expect(outcome).toEqual([{ status: "fulfilled", value: undefined }]);
  }
});

test.each(["news_waited", "match_cars"])(
  "%s opens a price's mail while the follower's account is deleted",
  async (task) => {
    const car = await app.publishCar(seller, { price: 10_000 });
    await settle();
    await follow(buyer, car);
    await edit(car, { price: 9_000 });
    const outcome = await runMeanwhile(task, task === "news_waited" ? { userId: buyer.id } : {}, [
      (trx) => trx.selectFrom("users").select("id").where("id", "=", buyer.id).forUpdate().execute(),
      (trx) => trx.deleteFrom("users").where("id", "=", buyer.id).execute(),
    ]);
    expect(outcome).toEqual([{ status: "fulfilled", value: undefined }]);
    await settle();
    expect(await mailsTo(buyer)).toEqual([]);
  },
);

test("a sold car is no longer followed and sends no mail, and neither does an unfollowed one", async () => {
  const [sold, left] = [
    await app.publishCar(seller, { price: 5_000 }),
    await app.publishCar(seller, { price: 6_000 }),
  ];
  await follow(buyer, sold);
  await follow(buyer, left);
  await move(sold, "sold");
  await settle();
  await move(sold, "unsold");
  await edit(sold, { price: 4_000 });
  await edit(left, { price: 5_500 });
  await round();
  await app.call(`DELETE /api/cars/${left._id}/follow`, { as: buyer });
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);
  expect((await app.call("GET /api/followed-cars", { as: buyer })).body).toEqual([]);
});

test("each alert mail can be ended with one POST without a login, as its headers say (RFC 8058)", async () => {
  await save(buyer, "brand=Nissan");
  const car = await app.publishCar(seller, { brand: "Nissan", model: "Qashqai", price: 12_000 });
  await follow(buyer, car);
  await edit(car, { price: 11_000 });
  await settle();
  const files = await readdir(outbox());
  const sources = await Promise.all(files.map((file) => readFile(join(outbox(), file), "utf8")));
  expect(sources).toHaveLength(2);
  for (const source of sources) {
    const flat = source.replaceAll(/\r?\n[ \t]+/g, " ");
    expect(flat).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(flat).toMatch(/^Message-ID: <[0-9a-f]{32}@/m);
    const address = /^List-Unsubscribe: <http:\/\/localhost:3000(\/api\/unsubscribe\?token=[\w-]+)>$/m.exec(
      flat,
    )?.[1];
    for (const _ of [1, 2]) {
      const answer = await app.call(`POST ${address as `/${string}`}`, {
        raw: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(answer.status).toBe(204);
    }
  }
  expect((await app.call("GET /api/followed-cars", { as: buyer })).body).toEqual([]);
  expect((await app.call("GET /api/saved-searches", { as: buyer })).body).toMatchObject([
    { frequency: "never" },
  ]);
  await app.publishCar(seller, { brand: "Nissan", model: "Juke" });
  await edit(car, { price: 10_000 });
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(2);
});

test("the cars of a lapsed dealer who renews are mailed again", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true });
  await app.publishCar(dealer, { brand: "Volvo", model: "V60" });
  const byHand = (is: boolean) =>
    app.database.db.updateTable("users").set({ is_dealer_by_hand: is }).where("id", "=", dealer.id).execute();
  await byHand(false);
  await settle();
  await save(buyer, "brand=Volvo");
  await settle();
  expect(await mailsTo(buyer)).toEqual([]);
  await byHand(true);
  await settle();
  expect(await mailsTo(buyer)).toHaveLength(1);
});
