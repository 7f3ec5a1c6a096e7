import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

// The table of docs/operations/personal-data.md is what is tested here: each of its rows has a case, what is
// over its time goes by the job that the row names, and what is not stays.

let app: TestApp;
let person: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  person = await app.registerUser();
});
afterAll(() => app.close());

interface Case {
  /** Puts one thing there that is over its time ("old") and one that is not ("young"). */
  readonly seed: () => Promise<void>;
  /** Which of the two are there. */
  readonly left: () => Promise<string[]>;
}

const names = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
  (await statement.execute(app.database.db)).rows.map(({ name }) => name);

/** Two rows by SQL, one older than the other. */
function rows(old: string, young: string, insert: (name: string, age: string) => ReturnType<typeof sql>) {
  return async () => {
    await insert("old", old).execute(app.database.db);
    await insert("young", young).execute(app.database.db);
  };
}

const photoIds: Record<string, string> = {};

async function seedPhotos(): Promise<void> {
  for (const [name, age] of [
    ["old", 8],
    ["young", 6],
  ] as const) {
    const url = await app.photoOf(person);
    const id = url.split("/")[2] ?? "";
    expect(url).toBe(photoPath(id));
    photoIds[id] = name;
    await sql`update photos set created_at = now() - make_interval(days => ${age}) where id = ${id}`.execute(
      app.database.db,
    );
  }
}

const outbox = () => join(app.dataDir, "outbox");

const cases: Readonly<Record<string, Case>> = {
  "Sign-ins unused": {
    seed: rows(
      "31 days",
      "29 days",
      (name, age) =>
        sql`insert into sessions (id, user_id, cookie_hash, last_used_at)
          values (${uuidv7()}, ${person.id}, sha256(${name}::bytea), now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select n as name from unnest(array['old', 'young']) n
        where exists (select from sessions where cookie_hash = sha256(n::bytea))`),
  },
  "Sign-ins in any case": {
    seed: rows(
      "181 days",
      "179 days",
      (name, age) =>
        sql`insert into sessions (id, user_id, cookie_hash, created_at)
          values (${uuidv7()}, ${person.id}, sha256(${`long ${name}`}::bytea), now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select n as name from unnest(array['old', 'young']) n
        where exists (select from sessions where cookie_hash = sha256(('long ' || n)::bytea))`),
  },
  "Known browsers": {
    seed: rows(
      "366 days",
      "364 days",
      (name, age) =>
        sql`insert into known_devices (hash, user_id, last_used_at)
          values (sha256(${name}::bytea), ${person.id}, now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select n as name from unnest(array['old', 'young']) n
        where exists (select from known_devices where hash = sha256(n::bytea))`),
  },
  "Links for a new password": {
    seed: rows(
      "25 hours",
      "23 hours",
      (name, age) =>
        sql`insert into password_resets (token_hash, user_id, expires_at)
          values (sha256(${name}::bytea), ${person.id}, now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select n as name from unnest(array['old', 'young']) n
        where exists (select from password_resets where token_hash = sha256(n::bytea))`),
  },
  "Links that prove an address": {
    seed: rows(
      "25 hours",
      "23 hours",
      (name, age) =>
        sql`insert into email_verifications (token_hash, user_id, expires_at)
          values (sha256(${name}::bytea), ${person.id}, now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select n as name from unnest(array['old', 'young']) n
        where exists (select from email_verifications where token_hash = sha256(n::bytea))`),
  },
  "Counters against abuse, with IP addresses": {
    seed: rows(
      "11 minutes",
      "-1 hour",
      (name, age) =>
        sql`insert into rate_limits (key, points, expire)
          values (${name}, 1, (extract(epoch from now() - ${age}::interval) * 1000)::bigint)`,
    ),
    left: () => names(sql`select key as name from rate_limits order by 1`),
  },
  "Answers kept against doing things twice": {
    seed: rows(
      "25 hours",
      "23 hours",
      (name, age) =>
        sql`insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
          values (${person.id}, 'POST /api/cars', ${name}, ''::bytea, now() - ${age}::interval)`,
    ),
    left: () => names(sql`select key as name from idempotency_keys order by 1`),
  },
  "Photos on no car": {
    seed: seedPhotos,
    left: async () =>
      (await names(sql`select id::text as name from photos order by created_at`)).flatMap(
        (id) => photoIds[id] ?? [],
      ),
  },
  "Questions whether a car is still for sale, with their answers": {
    seed: async () => {
      const car = await app.publishCar(await app.registerUser());
      await rows(
        "367 days",
        "364 days",
        (name, age) =>
          sql`insert into confirmation_questions (id, car_id, since, place, reason, asked_at)
            values (${uuidv7()}, ${car._id}, now(), ${name === "old" ? 1 : 2}, 'age', now() - ${age}::interval)`,
      )();
    },
    left: () =>
      names(
        sql`select case place when 1 then 'old' else 'young' end as name from confirmation_questions order by 1`,
      ),
  },
  "Who asked whether a car is still for sale, as a keyed hash": {
    seed: async () => {
      const car = await app.publishCar(await app.registerUser());
      await rows(
        "49 hours",
        "47 hours",
        (name, age) =>
          sql`insert into availability_questions (car_id, visitor, asked_at)
            values (${car._id}, ${name}::bytea, now() - ${age}::interval)`,
      )();
    },
    left: () =>
      names(sql`select convert_from(visitor, 'UTF8') as name from availability_questions order by 1`),
  },
  "Single events of the statistics (car, day, what, a visitor's hash)": {
    seed: rows(
      "91 days",
      "89 days",
      (name, age) =>
        sql`insert into stat_events (day, kind, visitor, cars)
          values ((now() - ${age}::interval)::date, 'view', ${name.padEnd(8)}::bytea, array[${uuidv7()}::uuid])`,
    ),
    left: () => names(sql`select trim(convert_from(visitor, 'UTF8')) as name from stat_events order by 1`),
  },
  "Stock imports: their rows, faults and what they changed": {
    seed: async () => {
      for (const [name, age] of [
        ["old", "91 days"],
        ["young", "89 days"],
      ] as const) {
        const id = uuidv7();
        await sql`insert into stock_imports (id, user_id, status, source, asked_format, is_zip, created_at)
          values (${id}, ${person.id}, 'applied', 'upload', 'auto', false, now() - ${age}::interval)`.execute(
          app.database.db,
        );
        await sql`insert into stock_import_rows (import_id, row, reference, cells, outcome, title)
          values (${id}, 1, ${name}, '{}', 'unchanged', 'Golf')`.execute(app.database.db);
      }
    },
    left: () => names(sql`select reference as name from stock_import_rows order by 1`),
  },
  "The salt of a day's visitors": {
    seed: rows(
      "1 day",
      "0 days",
      (name, age) =>
        sql`insert into visitor_salts (day, salt)
          values (((now() - ${age}::interval) at time zone 'Europe/Belgrade')::date, ${name}::bytea)`,
    ),
    left: () => names(sql`select convert_from(salt, 'UTF8') as name from visitor_salts order by 1`),
  },
  "Followed prices of a car that is missing in its dealer's file": {
    seed: async () => {
      const dealer = await app.registerUser({ isDealerByHand: true });
      for (const [name, days] of [
        ["old", 91],
        ["young", 89],
      ] as const) {
        const car = await app.publishCar(dealer, { reference: name });
        await sql`
          with missing as (
            update cars set state = 'archived', archived_from = 'active', archived_at = now() - make_interval(days => ${days})
            where id = ${car._id} returning id, price)
          insert into followed_cars (user_id, car_id, first_price, told_price)
          select ${person.id}, id, price, price from missing`.execute(app.database.db);
        await sql`update cars set archived_by_import = true where id = ${car._id}`.execute(app.database.db);
      }
    },
    left: () =>
      names(sql`select c.reference as name from followed_cars f join cars c on c.id = f.car_id order by 1`),
  },
  "Notes of mails about saved searches and prices": {
    seed: async () => {
      const car = await app.publishCar(await app.registerUser());
      await rows(
        "91 days",
        "89 days",
        (name, age) =>
          sql`insert into alert_mails (id, user_id, car_id, from_price, to_price, done_at)
            values (${uuidv7()}, ${person.id}, ${car._id}, ${name === "old" ? 1 : 2}, 1, now() - ${age}::interval)`,
      )();
    },
    left: () =>
      names(
        sql`select case from_price when 1 then 'old' else 'young' end as name from alert_mails order by 1`,
      ),
  },
  "Reports of cars": {
    seed: rows(
      "25 months",
      "23 months",
      (name, age) =>
        sql`insert into reports (id, car_name, reason, wants_answer, state, decided_at)
          values (${uuidv7()}, ${name}, 'other', false, 'dismissed', now() - ${age}::interval)`,
    ),
    left: () => names(sql`select car_name as name from reports order by 1`),
  },
  "What was said of a car's mileage, under a keyed hash of its identification number": {
    seed: rows(
      "121 months",
      "119 months",
      (name, age) =>
        sql`insert into mileage_readings (id, vin_hash, listing_id, mileage, read_at)
          values (${uuidv7()}, sha256(${name}), ${uuidv7()}, 1, now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`
        select name from (values ('old'), ('young')) n (name)
        where exists (select from mileage_readings where vin_hash = sha256(n.name::bytea)) order by 1`),
  },
  "Since when and until when a listing said a mileage that it corrected": {
    seed: rows(
      "31 days",
      "29 days",
      (name, age) =>
        sql`insert into mileage_corrections (listing_id, since, until)
          values (md5(${name}::text)::uuid, now() - ${age}::interval - interval '1 hour', now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`
        select name from (values ('old'), ('young')) n (name)
        where exists (select from mileage_corrections where listing_id = md5(n.name)::uuid) order by 1`),
  },
  "Signals of cars for the review": {
    seed: async () => {
      const car = await app.publishCar(person);
      // What an admin found in order stays: it must not come again.
      for (const [name, age, dismissed] of [
        ["old", "91 days", null],
        ["young", "89 days", null],
        ["dismissed", "91 days", new Date()],
      ] as const)
        await sql`
          insert into car_signals (car_id, kind, fingerprint, weight, evidence, gone_at, dismissed_at)
          values (${car._id}, 'vin_twice', ${name}, 50, '{}', now() - ${age}::interval, ${dismissed})`.execute(
          app.database.db,
        );
    },
    left: async () => {
      const left = await names(sql`select fingerprint as name from car_signals order by 1`);
      expect(left).toContain("dismissed");
      return left.filter((name) => name !== "dismissed");
    },
  },
  "What a car was before an edit made another one of it": {
    seed: async () => {
      const car = await app.publishCar(person);
      await rows(
        "366 days",
        "364 days",
        (name, age) =>
          sql`insert into car_identity_changes (car_id, at, brand, model, year)
            values (${car._id}, now() - ${age}::interval, 'Dacia', ${name}, 2009)`,
      )();
    },
    left: () => names(sql`select model as name from car_identity_changes order by 1`),
  },
  "Decisions on cars with signals, questions to owners and their answers": {
    seed: async () => {
      const car = await app.publishCar(person);
      await rows(
        "25 months",
        "23 months",
        (name, age) =>
          sql`insert into car_review_decisions (id, car_id, decision, reason, decided_at)
            values (${uuidv7()}, ${car._id}, 'ask', ${name}, now() - ${age}::interval)`,
      )();
    },
    left: () => names(sql`select reason as name from car_review_decisions order by 1`),
  },
  "Phones of cars that admins have hidden, by themselves or with a suspended account, as a keyed hash": {
    seed: rows(
      "366 days",
      "364 days",
      (name, age) =>
        sql`insert into hidden_phones (car_id, phone_hash, hidden_at)
          values (${uuidv7()}, ${name}::bytea, now() - ${age}::interval)`,
    ),
    left: () => names(sql`select convert_from(phone_hash, 'UTF8') as name from hidden_phones order by 1`),
  },
  "Log of what admins did, and of the keys that dealers made and ended": {
    seed: rows(
      "25 months",
      "23 months",
      (name, age) =>
        sql`insert into audit_log (at, actor_id, actor_email, action, target_kind, target_id, target_label)
          values (now() - ${age}::interval, ${person.id}, 'a@example.com', 'user.update', 'user', ${name}, ${name})`,
    ),
    left: () => names(sql`select target_id as name from audit_log order by 1`),
  },
  "Pictures of documents that prove a dealer's business": {
    seed: rows(
      "31 days",
      "29 days",
      (name, age) =>
        sql`insert into dealer_verifications (id, user_id, tax_number, document, state, decided_at)
          values (${uuidv7()}, ${person.id}, ${name}, 'jpeg', 'confirmed', now() - ${age}::interval)`,
    ),
    left: () =>
      names(sql`select tax_number as name from dealer_verifications where document is not null order by 1`),
  },
  "Who bought, on invoices and credit notes: a private person whose account is gone": {
    // The last moment of a year in Kosovo, and the first one of the next: seven and six whole years ago.
    seed: rows(
      "1 second",
      "0 seconds",
      (name, age) =>
        sql`with paid as (
            insert into payments (id, kind, amount_cents, status, paid_at) values (${uuidv7()}, 'car', 300, 'paid', now())
            returning id
          ), series as (insert into invoice_series (series) values (${name}) returning series)
          insert into invoices (id, series, position, number, is_test, payment_id, kind, currency, gross_cents, net_cents,
            vat_cents, day, issued_at, facts, buyer)
          select ${uuidv7()}, series.series, 1, ${name}, true, paid.id, 'car', 'usd', 300, 300, 0, now(),
            (date_trunc('year', now() at time zone 'Europe/Belgrade') - interval '6 years') at time zone 'Europe/Belgrade'
              - ${age}::interval,
            '{}', '{"name": "Arta Gashi", "business": null}'
          from paid, series`,
    ),
    left: () => names(sql`select number as name from invoices where buyer is not null order by 1`),
  },
  "Notes of the payment provider's events": {
    seed: rows(
      "61 days",
      "59 days",
      (name, age) =>
        sql`insert into provider_events (id, type, created_at, received_at)
          values (${name}, 'x', now(), now() - ${age}::interval)`,
    ),
    left: () => names(sql`select id as name from provider_events order by 1`),
  },
  "Mails that could not be sent: what the job needs, the address where the account does not have it": {
    seed: async () => {
      // Other work that has failed stays: an admin must see it.
      for (const [name, task, days] of [
        ["old", "send_owner_mail", 31],
        ["young", "send_owner_mail", 29],
        ["work", "end_subscription", 31],
      ] as const) {
        await sql`
          select graphile_worker.add_job(${task}, json_build_object('name', ${name}::text), max_attempts => 1)`.execute(
          app.database.db,
        );
        await sql`
          update graphile_worker._private_jobs set attempts = 1,
            run_at = now() - make_interval(days => ${days}) + exp(1) * interval '1 second'
          where payload->>'name' = ${name}`.execute(app.database.db);
      }
    },
    left: async () => {
      const left = await names(
        sql`select payload->>'name' as name from graphile_worker._private_jobs where payload->>'name' is not null order by 1`,
      );
      expect(left).toContain("work");
      return left.filter((name) => name !== "work");
    },
  },
  "Mails in the outbox folder": {
    seed: async () => {
      await mkdir(outbox(), { recursive: true });
      for (const [name, days] of [
        ["old", 91],
        ["young", 89],
      ] as const) {
        const file = join(outbox(), `${name}.eml`);
        await writeFile(file, "mail");
        const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
        await utimes(file, at, at);
      }
    },
    left: async () => (await readdir(outbox())).map((name) => name.replace(".eml", "")).toSorted(),
  },
};

interface Row {
  readonly what: string;
  readonly by: string;
}

async function documentedRows(): Promise<Row[]> {
  const text = await readFile(
    new URL("../../../../docs/operations/personal-data.md", import.meta.url),
    "utf8",
  );
  return text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, what = "", , by = ""]) => ({ what, by: by.replaceAll("`", "") }));
}

test("every row of the retention table in docs/operations/personal-data.md is deleted when its time is over and not before", async () => {
  const timed = (await documentedRows()).filter(({ by }) => by.startsWith("sweep_"));
  expect(timed.map(({ what }) => what).toSorted()).toEqual(Object.keys(cases).toSorted());
  for (const { seed } of Object.values(cases)) await seed();
  const signal = new AbortController().signal;
  for (const name of new Set(timed.map(({ by }) => by))) {
    const sweep = app.services.schedule[name];
    expect(sweep, name).toBeDefined();
    await sweep?.run(signal);
  }
  for (const [what, { left }] of Object.entries(cases)) expect(await left(), what).toEqual(["young"]);
});
