import { sql } from "kysely";
import type { SignalEvidence } from "#domain/admin/review-signals.ts";
import { retention } from "#domain/privacy/retention.ts";
import { hashPhone } from "#server/admin/hidden-phones.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

const maxEvidence = 20;

/**
 * An admin has taken other cars with this phone down, the owner's own first. Dealers whose business is confirmed have many
 * cars with one number. Indexes hidden_phones_hash, cars_seller_phone.
 */
export const phoneOfHiddenCar: Signal<"phone_of_hidden_car"> = async (ctx, car) => {
  if (car.seller === "verified") return [];
  const { rows } = await sql<SignalEvidence["phone_of_hidden_car"]>`
    select h.car_id as "otherCarId", (h.hidden_at at time zone 'Europe/Belgrade')::date::text as "hiddenOn",
      h.owner_id is not distinct from ${car.ownerId}::uuid as "isSameAccount",
      exists (select from cars own where own.seller_phone = ${car.sellerPhone} and own.owner_id = ${car.ownerId}
        and own.created_at < coalesce(h.listed_at, h.hidden_at)) as "wasBefore"
    from hidden_phones h
    where h.phone_hash = ${hashPhone(ctx, car.sellerPhone)} and h.car_id <> ${car.id}
      and h.hidden_at > now() - make_interval(days => ${retention.hiddenPhoneDays})
    order by "isSameAccount" desc, "wasBefore", h.hidden_at desc, h.car_id limit ${sql.lit(maxEvidence)}`.execute(
    ctx.db,
  );
  return rows;
};
