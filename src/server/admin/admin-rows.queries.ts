import { type Kysely, sql } from "kysely";
import type { AdminCar, AdminUser } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { type UserRow, userColumns } from "#server/people/accounts/accounts.queries.ts";
import { presentUser } from "#server/people/accounts/present-user.ts";
import { loadCars } from "#server/market/cars/cars.queries.ts";
import { presentCar } from "#server/market/cars/present-car.ts";
import type { Context } from "#server/context.ts";
import { inOrder } from "#server/platform/db/in-order.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** These users as rows of the admin lists, in that order; missing ones are omitted. Index cars_owner for the counts. */
export async function loadAdminUsers(db: Kysely<DB>, ids: readonly string[]): Promise<AdminUser[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UserRow & { version: number; carCount: number; businessName: string | null }>`
    select ${userColumns}, u.version, d.business_name as "businessName",
      (select count(*) from cars c where c.owner_id = u.id and c.state in ('active', 'sold')) as "carCount"
    from users u left join dealers d on d.user_id = u.id
    where u.id = any(${ids}::uuid[])`.execute(db);
  return inOrder(ids, rows).map((row) => {
    const { id, ...shown } = presentUser(row);
    const { carCount, businessName, version } = row;
    return Object.assign(shown, { _id: id, carCount, businessName, version });
  });
}

/** These cars as rows of the admin lists, in that order; missing ones are omitted. */
export async function readAdminCars(
  { db, photos }: Pick<Context, "db" | "photos">,
  viewer: Actor,
  ids: readonly string[],
): Promise<AdminCar[]> {
  if (ids.length === 0) return [];
  const rows = await loadCars(db, ids);
  const owners = [...new Set(rows.map((row) => row.owner_id))];
  const [people, reports] = await Promise.all([
    db
      .selectFrom("users")
      .select(["id as _id", "first_name as firstName", "last_name as lastName", "email"])
      .where("id", "=", sql<string>`any(${owners}::uuid[])`)
      .execute(),
    db
      .selectFrom("reports")
      .select((eb) => ["car_id", eb.fn.countAll<number>().as("count")])
      .where("car_id", "=", sql<string>`any(${ids}::uuid[])`)
      .where("state", "=", "open")
      .groupBy("car_id")
      .execute(),
  ]);
  const personById = new Map(people.map((person) => [person._id, person]));
  const reportsByCar = new Map(reports.map(({ car_id, count }) => [car_id, count]));
  return rows.flatMap((row) => {
    const user = personById.get(row.owner_id);
    // Its owner was deleted between the two queries, and the car with it.
    if (user === undefined) return [];
    return Object.assign(presentCar(row, viewer, photos.url), {
      user,
      hidden: row.hidden_at !== null,
      openReports: reportsByCar.get(row.id) ?? 0,
      version: row.version,
    });
  });
}
