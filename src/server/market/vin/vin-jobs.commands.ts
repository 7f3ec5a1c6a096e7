import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { formatKm } from "#domain/format/format.ts";
import { lowerMileageMail } from "#domain/messages/mail-mileage.ts";
import { correctionDays } from "#domain/cars/mileage-history.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { lowerMailTask, settleLower } from "./note-mileage.commands.ts";

/** Readings that are too old to say anything, and corrections that count no more (indexes mileage_readings_age, mileage_corrections_until). */
async function deleteOldReadings(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from mileage_readings where read_at < now() - make_interval(years => ${retention.mileageYears})`.execute(
    db,
  );
  await sql`
    delete from mileage_corrections where until < now() - make_interval(days => ${correctionDays})`.execute(
    db,
  );
}

/** Tells owners of a mileage that is lower than an earlier one, and forgets readings that are too old. */
export function vinJobs({ db, mailer, site }: Pick<Context, "db" | "mailer" | "site">): BackgroundWork {
  return {
    tasks: {
      [lowerMailTask]: defineTask(z.object({ carId: z.uuid() }), async ({ carId }) => {
        const row = await db
          .selectFrom("car_vins as v")
          .innerJoin("cars as c", "c.id", "v.car_id")
          .innerJoin("users as u", "u.id", "c.owner_id")
          .select(["u.email", "c.brand", "c.model", "c.year", "c.mileage", "v.lower_public_at"])
          .where("v.car_id", "=", carId)
          .where("v.lower_since", "is not", null)
          .executeTakeFirst();
        // Corrected or deleted meanwhile.
        if (row === undefined || row.lower_public_at === null) return;
        const words = lowerMileageMail({
          car: `${row.brand} ${row.model}, ${row.year}`,
          mileage: formatKm(row.mileage),
          publicAt: row.lower_public_at,
        });
        const content = layOutMail(words, {
          siteName: site.name,
          link: `${site.publicUrl}/my-publishings`,
        });
        // What was taken back and is so again is another mail: since when others see it tells the two apart.
        await mailer.send(row.email, content, `mileage:${carId}:${row.lower_public_at.getTime()}`);
      }),
    },
    schedule: {
      end_lower_mileage: { cron: "37 * * * *", run: () => settleLower(db) },
      sweep_mileage_readings: { cron: "27 4 * * *", run: () => deleteOldReadings(db) },
    },
  };
}
