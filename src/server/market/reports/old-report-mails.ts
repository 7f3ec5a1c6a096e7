import { z } from "zod";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { reportMailTask } from "./settle-reports.commands.ts";

/**
 * Runs jobs that wait under the old name of two mails, the answer to a reporter and a dealer's monthly report;
 * the payload distinguishes them. Delete it once no site updates from 0.2.0.
 */
export function oldReportMails(
  tasks: Readonly<Record<string, Task>>,
  stockReportTask: string,
): Record<string, Task> {
  const payload = z.union([
    z.object({ reportId: z.string() }),
    z.object({ userId: z.uuid(), month: z.string() }),
  ]);
  return {
    send_report_mail: defineTask(payload, async (sent, signal) => {
      await tasks["reportId" in sent ? reportMailTask : stockReportTask]?.run(sent, signal);
    }),
  };
}
