import { type Insertable, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { demoMessages as text } from "#domain/messages/demo.ts";
import { defaultFees } from "#domain/payments/fees.ts";
import type { UsersTable } from "#server/platform/db/account-tables.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type CopiedPhoto, insertDemoCases } from "./demo-review.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type CarRow = Insertable<CarsTable> & { id: string; owner_id: string };

export interface DemoActivity {
  readonly now: Date;
  readonly admin: Pick<Insertable<UsersTable>, "id" | "email">;
  /** The demo's logins: they are not used for other people's events. */
  readonly dealer: string | undefined;
  readonly seller: string | undefined;
  readonly cars: readonly CarRow[];
  readonly copiedPhoto: CopiedPhoto;
}

function nameOf({ brand, model, year }: CarRow): string {
  return `${brand} ${model}, ${year}`;
}

/**
 * Recent activity, so that no screen of the demo is empty: calls for phone numbers, reports, promotions, a
 * suspended account, cars for the review, a verified dealer and one that waits, saved searches, favourites and
 * followed prices. All in the demo's transaction; a few statements, and no mails.
 */
export async function insertDemoActivity(trx: Transaction<DB>, activity: DemoActivity): Promise<void> {
  const { dealer, seller, cars } = activity;
  const active = cars.filter(
    ({ state, owner_id: owner }) => state === "active" && owner !== dealer && owner !== seller,
  );
  // One car per private seller, so that events do not collide.
  const privateCars = [
    ...new Map(
      active.filter((car) => car.published_as_dealer !== true).map((car) => [car.owner_id, car]),
    ).values(),
  ];
  await insertInterest(trx, activity.now);
  await insertPromotions(trx, activity, privateCars.slice(0, 2));
  await insertReports(trx, activity, privateCars.slice(2, 7));
  await suspendOne(trx, activity, privateCars[7]);
  await insertVerifications(trx, activity, active);
  await insertDemoCases(trx, privateCars.slice(8, 12), activity.copiedPhoto);
  const inTrouble = new Set(privateCars.slice(2, 12).map((car) => car.owner_id));
  const others = active.filter((car) => !inTrouble.has(car.owner_id));
  await insertAlerts(trx, activity, others.slice(10, 13));
}

/** Some cars get more views and leads than others; deterministic. */
async function insertInterest(trx: Transaction<DB>, now: Date): Promise<void> {
  await sql`
    insert into stat_days (car_id, day, kind, count)
    select c.id, d.day, k.kind, k.count
    from cars c cross join lateral (
      select (${now}::timestamptz at time zone 'Europe/Belgrade')::date - n as day from generate_series(0, 29) n
    ) d cross join lateral (
      select 4 + mod(abs(hashtext(d.day::text || c.number || 'v')), 6 + mod(c.number, 13)::int) as views,
        1 + mod(abs(hashtext(c.number || d.day::text)), 3) as leads,
        mod(abs(hashtext(d.day::text || c.number)), 5 + mod(c.number, 9)::int) as chance
    ) f cross join lateral (values
      ('impression', f.views * (9 + mod(abs(hashtext(c.number || d.day::text || 'i')), 9))),
      ('view', f.views),
      ('lead', case when f.chance = 0 then f.leads else 0 end),
      ('phone', case when f.chance = 0 then f.leads else 0 end),
      ('whatsapp', case when f.chance = 0 then f.leads - 1 else 0 end),
      ('viber', case when f.chance = 0 then f.leads / 3 else 0 end),
      ('share', case when f.chance = 2 then 1 else 0 end),
      ('compare', case when f.chance = 3 then 1 else 0 end)
    ) k (kind, count)
    where c.state in ('active', 'sold') and k.count > 0
      and d.day >= (c.created_at at time zone 'Europe/Belgrade')::date
      and (c.sold_at is null or d.day <= (c.sold_at at time zone 'Europe/Belgrade')::date)`.execute(trx);
}

/** Bought with social promotion: one car is posted, one waits. */
async function insertPromotions(
  trx: Transaction<DB>,
  { now, admin }: DemoActivity,
  cars: readonly CarRow[],
): Promise<void> {
  const promotions = cars.map((car, i) => ({
    car,
    id: uuidv7(),
    at: new Date(now.getTime() - (i === 0 ? 6 * dayMs : 5 * hourMs)),
    posted: i === 0,
  }));
  if (promotions.length === 0) return;
  await trx
    .insertInto("payments")
    .values(
      promotions.map(({ id, car, at }) => ({
        id,
        user_id: car.owner_id,
        kind: "extras" as const,
        status: "fulfilled" as const,
        amount_cents: defaultFees.socialPromotion,
        social_promotion: true,
        car_id: car.id,
        created_at: at,
        paid_at: at,
        fulfilled_at: at,
        checked_at: now,
      })),
    )
    .execute();
  await trx
    .insertInto("payment_events")
    .values(
      promotions.flatMap(({ id, at }) =>
        (["created", "paid", "fulfilled"] as const).map((event) => ({ payment_id: id, event, at })),
      ),
    )
    .execute();
  await trx
    .insertInto("social_posts")
    .values(
      promotions.map(({ id, car, at, posted }) => ({
        id: uuidv7(),
        car_id: car.id,
        payment_id: id,
        due_at: new Date(at.getTime() + dayMs),
        created_at: at,
        posted_at: posted ? new Date(at.getTime() + 7 * hourMs) : null,
        posted_by: posted ? admin.id : null,
      })),
    )
    .execute();
  await trx
    .updateTable("cars")
    .set({ social_promotion: true })
    .where(
      "id",
      "in",
      promotions.map(({ car }) => car.id),
    )
    .execute();
}

const reports = [
  { reason: "fraud", state: "open" },
  { reason: "wrong_data", state: "open" },
  { reason: "sold", state: "open" },
  { reason: "duplicate", state: "dismissed" },
  { reason: "offensive", state: "hidden" },
] as const;

async function insertReports(
  trx: Transaction<DB>,
  { now, admin }: DemoActivity,
  cars: readonly CarRow[],
): Promise<void> {
  const rows = cars.flatMap((car, i) => {
    const report = reports[i];
    if (report === undefined) return [];
    const at = new Date(now.getTime() - (i + 1) * 17 * hourMs);
    const isOpen = report.state === "open";
    return {
      id: uuidv7({ msecs: at.getTime() }),
      car_id: car.id,
      seller_id: car.owner_id,
      car_name: nameOf(car),
      reason: report.reason,
      text: text.reports[report.reason],
      wants_answer: false,
      state: report.state,
      created_at: at,
      decided_at: isOpen ? null : new Date(at.getTime() + 3 * hourMs),
      decided_by: isOpen ? null : admin.id,
    };
  });
  if (rows.length === 0) return;
  await trx.insertInto("reports").values(rows).execute();
  const hidden = rows.filter(({ state }) => state === "hidden").map((row) => row.car_id);
  if (hidden.length > 0)
    await trx
      .updateTable("cars")
      .set({ hidden_at: new Date(now.getTime() - 3 * dayMs) })
      .where("id", "in", hidden)
      .execute();
}

async function suspendOne(
  trx: Transaction<DB>,
  { now, admin }: DemoActivity,
  car: CarRow | undefined,
): Promise<void> {
  if (car === undefined) return;
  const at = new Date(now.getTime() - 2 * dayMs);
  const reason = text.suspensionReason;
  const person = await trx
    .updateTable("users")
    .set({ suspended_at: at, suspended_reason: reason })
    .where("id", "=", car.owner_id)
    .returning(["first_name as firstName", "last_name as lastName"])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("audit_log")
    .values({
      at,
      actor_id: admin.id,
      actor_email: admin.email,
      action: "user.suspend",
      target_kind: "user",
      target_id: car.owner_id,
      target_label: `${person.firstName} ${person.lastName}`.trim(),
      before: JSON.stringify({ suspended: false }),
      after: JSON.stringify({ suspended: true, reason }),
    })
    .execute();
}

/** The demo's dealer is verified; another dealer asked yesterday. */
async function insertVerifications(
  trx: Transaction<DB>,
  { now, admin, dealer }: DemoActivity,
  active: readonly CarRow[],
): Promise<void> {
  const other = active.find((car) => car.published_as_dealer === true)?.owner_id;
  const verify = async (userId: string, taxNumber: string, decided: Date | null): Promise<void> => {
    await trx.updateTable("dealers").set({ tax_number: taxNumber }).where("user_id", "=", userId).execute();
    if (decided !== null)
      await trx.updateTable("dealers").set({ verified_at: decided }).where("user_id", "=", userId).execute();
    const asked = (decided ?? now).getTime() - dayMs;
    await trx
      .insertInto("dealer_verifications")
      .values({
        id: uuidv7({ msecs: asked }),
        user_id: userId,
        tax_number: taxNumber,
        state: decided === null ? "waiting" : "confirmed",
        asked_at: new Date(asked),
        decided_at: decided,
        decided_by: decided === null ? null : admin.id,
      })
      .execute();
  };
  if (dealer !== undefined) await verify(dealer, "811234567", new Date(now.getTime() - 90 * dayMs));
  if (other !== undefined) await verify(other, "810987654", null);
}

/**
 * The demo's seller also looks for a car: a saved search, favourites, followed prices, and a mail about one of
 * them.
 */
async function insertAlerts(
  trx: Transaction<DB>,
  { now, seller }: DemoActivity,
  followed: readonly CarRow[],
): Promise<void> {
  if (seller === undefined || followed.length === 0) return;
  const at = new Date(now.getTime() - 12 * dayMs);
  await trx
    .insertInto("saved_searches")
    .values({
      id: uuidv7(),
      user_id: seller,
      query: "brand=Volkswagen",
      name: "Volkswagen",
      frequency: "daily",
      // The demo's own cars cause no alerts.
      news_since: sql<Date>`clock_timestamp()`,
      created_at: at,
    })
    .execute();
  await trx
    .insertInto("followed_cars")
    .values(
      followed.map((car, i) => ({
        user_id: seller,
        car_id: car.id,
        first_price: car.price + i * 300,
        told_price: car.price,
        created_at: at,
      })),
    )
    .execute();
  await trx.insertInto("favourite_lists").values({ user_id: seller, since: at }).execute();
  await trx
    .insertInto("favourites")
    .values(
      followed.map((car, place) => ({
        user_id: seller,
        car_id: car.id,
        place,
        price: car.price + place * 300,
        created_at: at,
      })),
    )
    .execute();
  const [, cheaper] = followed;
  if (cheaper === undefined) return;
  await trx
    .insertInto("alert_mails")
    .values({
      id: uuidv7(),
      user_id: seller,
      car_id: cheaper.id,
      from_price: cheaper.price + 300,
      to_price: cheaper.price,
      created_at: new Date(now.getTime() - 4 * dayMs),
      done_at: new Date(now.getTime() - 4 * dayMs),
      sent: true,
    })
    .execute();
}
