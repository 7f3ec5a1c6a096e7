import { sql } from "kysely";
import { burstHours, isManyAtOnce } from "#domain/review/many-at-once.ts";
import type { Signal } from "#server/admin/review/signal.ts";

const dayMs = 86_400_000;

/** The account published unusually many cars in the day that ended with this one. Index cars_owner. */
export const manyAtOnce: Signal<"many_at_once"> = async ({ db }, car) => {
  // By the row's own moment: a Date has no microseconds.
  const { rows } = await sql<{ cars: number }>`
    select count(*) as cars from cars c join cars own on own.owner_id = c.owner_id
    where c.id = ${car.id} and own.created_at <= c.created_at
      and own.created_at > c.created_at - make_interval(hours => ${burstHours})`.execute(db);
  const cars = rows[0]?.cars ?? 0;
  const accountDays = Math.max(
    Math.floor((car.createdAt.getTime() - car.accountCreatedAt.getTime()) / dayMs),
    0,
  );
  if (!isManyAtOnce({ cars, accountDays, seller: car.seller })) return [];
  return [{ cars, hours: burstHours, accountDays }];
};
