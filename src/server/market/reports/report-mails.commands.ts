import { z } from "zod";
import { reportMessages } from "#domain/messages/reports.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { reportMailTask, writeReporterTold } from "./settle-reports.commands.ts";

/**
 * Mails the decision to the reporter of a car. The address is removed afterwards, so that a second run has
 * no recipient.
 */
export function reportMailTasks({ db, mailer, site }: Context): Record<string, Task> {
  return {
    [reportMailTask]: defineTask(z.object({ reportId: z.string() }), async ({ reportId }) => {
      const report = await db
        .selectFrom("reports")
        .select(["state", "email", "car_id", "car_name"])
        .where("id", "=", reportId)
        .executeTakeFirst();
      if (report === undefined || report.email === null || report.state === "open") return;
      const gone = report.state === "hidden" || report.state === "deleted";
      const words = gone
        ? reportMessages.hiddenMail(site.name, report.car_name)
        : reportMessages.dismissedMail(site.name, report.car_name);
      const path = gone || report.car_id === null ? "/search" : `/car/${report.car_id}`;
      const content = layOutMail(words, { siteName: site.name, link: `${site.publicUrl}${path}` });
      await mailer.send(report.email, content, `report:${reportId}`);
      await writeReporterTold(db, reportId);
    }),
  };
}
