import { z } from "zod";
import { dayOf } from "#domain/format/day-of.ts";
import { reportMail } from "#domain/messages/mail-report.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { findRecipient, loadDealersToTell, takeMonth } from "./report-mails.queries.ts";
import { stockReport } from "./read-statistics.ts";

export interface ReportMailsDeps {
  readonly ctx: Context;
  /** The token of an account's unsubscribe link. */
  readonly unsubscribeToken: (userId: string) => Promise<string>;
}

const mailReportsTask = "mail_reports";
export const stockReportTask = "send_stock_report";
const dealersAtOnce = 500;
/** Cars on sale longest, named in the mail. */
const named = 3;

/** The monthly mail to dealers about their stock: claimed once a month in the transaction that queues it. */
export function createReportMails(deps: ReportMailsDeps): {
  tasks: Record<string, Task>;
  schedule: Record<string, ScheduledTask>;
} {
  const { ctx, unsubscribeToken } = deps;
  const { db, addJob, mailer, site, now } = ctx;

  async function queueAll(signal: AbortSignal): Promise<void> {
    const today = dayOf(now());
    let after: string | null = null;
    while (!signal.aborted) {
      const dealers: string[] = await loadDealersToTell(db, today, after, dealersAtOnce);
      for (const userId of dealers)
        await db.transaction().execute(async (trx) => {
          if (await takeMonth(trx, userId, today))
            await addJob(stockReportTask, { userId, month: today.slice(0, 7) }, { trx, maxAttempts: 15 });
        });
      after = dealers.at(-1) ?? null;
      if (dealers.length < dealersAtOnce) return;
    }
  }

  async function send(userId: string, month: string): Promise<void> {
    const email = await findRecipient(db, userId);
    if (email === null) return;
    const actor = { id: userId, isAdmin: false, isDealer: true };
    const { report } = await stockReport(ctx, actor, statLimits.usualDays, { page: 1, limit: named });
    const { stock, totals, cars } = report;
    const words = reportMail.text({
      active: stock.active,
      sold: stock.sold,
      views: totals.views,
      leads: totals.leads,
      longest: cars
        .filter(({ state }) => state === "active")
        .map(({ brand, model, year, daysListed }) => ({
          name: `${brand} ${model}, ${year}`,
          days: daysListed,
        })),
    });
    const token = await unsubscribeToken(userId);
    const content = layOutMail(
      {
        ...words,
        after: [
          reportMail.why(site.name),
          `${reportMail.unsubscribe}: ${site.publicUrl}/unsubscribe?token=${token}`,
        ],
      },
      { siteName: site.name, link: `${site.publicUrl}/autosallon-dashboard/report` },
    );
    const headers = {
      "List-Unsubscribe": `<${site.publicUrl}/api/unsubscribe?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    };
    await mailer.send(email, { ...content, headers }, `report-${userId}-${month}`);
  }

  return {
    tasks: {
      [stockReportTask]: defineTask(z.object({ userId: z.uuid(), month: z.string() }), ({ userId, month }) =>
        send(userId, month),
      ),
    },
    schedule: {
      // The first days of a month: a site that was down on the first sends it later.
      [mailReportsTask]: { cron: "23 8 1-7 * *", run: queueAll },
    },
  };
}
