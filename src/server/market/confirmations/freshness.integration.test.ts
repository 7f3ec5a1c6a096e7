import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { advanceDays } from "#testing/advance-days.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { seed } from "#testing/seed.ts";
import { answerQuestion, askIfAvailable, readQuestion } from "./confirmations.commands.ts";

// 60 days of a market in which mails are lost, sent again and opened by scanners. 5,000 cars take four minutes:
// FRESHNESS_CARS=5000 npx vitest run --project integration src/server/market/confirmations/freshness
const cars = Number(process.env["FRESHNESS_CARS"] ?? 300);
const carsOfOne = 3;
const days = 60;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The same numbers in each run with the same seed. */
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function seedMarket(): Promise<void> {
  const { db } = app.database;
  const owners = Array.from({ length: Math.ceil(cars / carsOfOne) }, () => uuidv7());
  await sql`
    insert into users (id, email, first_name, last_name, password_hash)
    select id, id || '@example.com', 'Arben', 'Krasniqi', 'none' from unnest(${owners}::uuid[]) as id`.execute(
    db,
  );
  await sql`
    insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location,
      description, seller_name, seller_phone, confirmed_at, listed_at, created_at)
    select gen_random_uuid(), (${owners}::uuid[])[1 + n / ${sql.lit(carsOfOne)}], 'Volkswagen', 'Golf', 2010 + n % 12,
      'Hatchback', 9000, 300 * (n + 1), 'Diesel', 'Manual', 'Pejë', 'Golf', 'Arben', '+38344123456', at, at, at
    from generate_series(0, ${sql.lit(cars - 1)}) as n,
      lateral (select now() - make_interval(days => n % 20) as at) as t`.execute(db);
}

test(
  `${cars} cars in 60 days: private sellers are asked at most twice and answers count once`,
  {
    timeout: 600_000,
  },
  async () => {
    const { confirmations, ctx } = app.services;
    const { db } = app.database;
    const random = randomNumbers(seed);
    const outbox = join(app.dataDir, "outbox");
    await seedMarket();
    const mailedOn = new Map<string, number>();
    let answered = 0;

    for (let day = 1; day <= days; day++) {
      await advanceDays(app.database, 1);
      // Visitors ask for some cars, at once.
      const { rows: asked } = await sql<{ id: string }>`
      select id from cars where state = 'active' order by md5(id::text || ${day}) limit ${Math.ceil(cars / 100)}`.execute(
        db,
      );
      await Promise.all(
        asked.flatMap(({ id }) =>
          ["1", "2", "3"].map((browser) =>
            askIfAvailable(ctx, { actor: null, address: "192.0.2.1", browser }, id),
          ),
        ),
      );
      for (const _ of [1, 2]) await confirmations.schedule["ask_owners"]?.run(new AbortController().signal);
      expect(await drainJobs(app.database, confirmations.tasks)).toEqual([]);

      for (const mail of await readOutbox(outbox)) {
        const key = `${day} ${mail.to}`;
        mailedOn.set(key, (mailedOn.get(key) ?? 0) + 1);
        const tokens = [...mail.text.matchAll(/\/confirm\?token=([\w-]+)/g)].map(([, token = ""]) => token);
        // A scanner opens everything; a third of the mails are lost, of the others some are answered, twice at once.
        for (const token of tokens) await readQuestion(ctx, token);
        if (random() < 0.33) continue;
        for (const token of tokens) {
          if (random() < 0.6) continue;
          const answers = await Promise.allSettled([
            answerQuestion(ctx, token, random() < 0.7 ? "on_sale" : "sold"),
            answerQuestion(ctx, token, "on_sale"),
          ]);
          expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
          answered++;
        }
      }
      // Lost on its way, or not: the job runs again.
      const { id: again = null } =
        (await sql<{ id: string }>`select id from confirmation_mails order by random() limit 1`.execute(db))
          .rows[0] ?? {};
      await rm(outbox, { recursive: true, force: true });
      if (again !== null) {
        await confirmations.tasks["send_confirmation_mail"]?.run(
          { mailId: again },
          new AbortController().signal,
        );
        await rm(outbox, { recursive: true, force: true });
      }
    }

    expect(Math.max(...mailedOn.values()), "mails to one person on one day").toBe(1);
    const { rows } = await sql<{ most: number; written: number; lifted: number }>`
    select
      (select max(n) from (select count(*) as n from confirmation_questions group by car_id, since) as c)::int as most,
      (select count(*) from confirmation_questions where answer is not null)::int as written,
      (select count(*) from cars where listed_at > created_at)::int as lifted`.execute(db);
    expect(rows[0]).toEqual({ most: 2, written: answered, lifted: 0 });
    expect(answered).toBeGreaterThan(cars / 4);
  },
);
