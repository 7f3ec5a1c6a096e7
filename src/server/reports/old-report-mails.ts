import { z } from "zod";
import { reportMailTask } from "./settle-reports.ts";
import { defineTask, type Task } from "#server/jobs/jobs.ts";

/**
 * Jobs that wait under the name that two mails had until 0.3.0: a reporter's answer and a dealer's monthly report. Each is
 * carried out as what its payload says. Unnecessary once no site updates from 0.2.0 any more.
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
