import { z } from "zod";
import { formatKm } from "#domain/format/format.ts";
import { lowerMileageMail } from "#domain/messages/mail-mileage.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { lowerMailTask, settleLower } from "./note-mileage.ts";
import { deleteOldReadings, loadLowerMail } from "./vin.queries.ts";

/** Tells owners of a mileage that is lower than an earlier one, and forgets readings that are too old. */
export function vinJobs({ db, mailer, site }: Pick<Context, "db" | "mailer" | "site">): {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
} {
  return {
    tasks: {
      [lowerMailTask]: defineTask(z.object({ carId: z.uuid() }), async ({ carId }) => {
        const row = await loadLowerMail(db, carId);
        // Corrected or deleted meanwhile.
        if (row === null || row.lower_since === null || row.lower_public_at === null) return;
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
