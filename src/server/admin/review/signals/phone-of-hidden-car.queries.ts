import { sql } from "kysely";
import { retention } from "#domain/privacy/retention.ts";
import type { Signal, SignalContext } from "#server/admin/review/signal.ts";

/** A phone number as it is stored of a hidden car: nobody without the key outside the database can try numbers out. */
export function hashPhone({ secretBox }: Pick<SignalContext, "secretBox">, phone: string): Buffer {
  return secretBox.hash(phone, "hidden phones");
}

/** An admin hid another car with this phone. Dealers whose business is confirmed have many cars with one number. */
export const phoneOfHiddenCar: Signal<"phone_of_hidden_car"> = async (ctx, car) => {
  if (car.seller === "verified") return null;
  const found = await ctx.db
    .selectFrom("hidden_phones")
    .select(["car_id", "owner_id", "hidden_at"])
    .select(sql<string>`(hidden_at at time zone 'Europe/Belgrade')::date::text`.as("hiddenOn"))
    .where("phone_hash", "=", hashPhone(ctx, car.sellerPhone))
    .where("car_id", "<>", car.id)
    .where("hidden_at", ">", sql<Date>`now() - make_interval(days => ${retention.hiddenPhoneDays})`)
    .orderBy("hidden_at", "desc")
    .orderBy("car_id")
    .executeTakeFirst();
  if (found === undefined) return null;
  return {
    otherCarId: found.car_id,
    hiddenOn: found.hiddenOn,
    isSameAccount: found.owner_id === car.ownerId,
    wasBefore: car.createdAt < found.hidden_at,
  };
};
