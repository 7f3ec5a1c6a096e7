import { sql } from "kysely";
import { z } from "zod";
import { dayOf } from "#domain/format/day-of.ts";
import { stockReportMail } from "#domain/messages/mail-stock-report.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { loadDealersToTell } from "./stock-report-mails.queries.ts";
import { stockReport } from "./read-statistics.ts";

interface StockReportMailsDeps {
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
export function createStockReportMails(deps: StockReportMailsDeps): BackgroundWork {
  const { ctx, unsubscribeToken } = deps;
  const { db, addJob, mailer, site, now } = ctx;

  async function queueAll(signal: AbortSignal): Promise<void> {
    const today = dayOf(now());
    let after: string | null = null;
    while (!signal.aborted) {
      const dealers: string[] = await loadDealersToTell(db, today, after, dealersAtOnce);
      for (const userId of dealers)
        await db.transaction().execute(async (trx) => {
          // Claims the month's mail, once.
          const { rows } = await sql`
            insert into report_mails (user_id, month) values (${userId}, date_trunc('month', ${today}::date)::date)
            on conflict (user_id) do update set month = excluded.month
            where report_mails.stopped_at is null
              and (report_mails.month is null or report_mails.month < excluded.month)
            returning user_id`.execute(trx);
          if (rows.length > 0)
            await addJob(stockReportTask, { userId, month: today.slice(0, 7) }, { trx, maxAttempts: 15 });
        });
      after = dealers.at(-1) ?? null;
      if (dealers.length < dealersAtOnce) return;
    }
  }

  async function send(userId: string, month: string): Promise<void> {
    const { rows } = await sql<{ email: string }>`
      select u.email from users u left join report_mails m on m.user_id = u.id
      where u.id = ${userId} and ${isDealerNow} and u.suspended_at is null and m.stopped_at is null`.execute(
      db,
    );
    const [dealer] = rows;
    // Lapsed, suspended or unsubscribed meanwhile.
    if (dealer === undefined) return;
    const actor = { id: userId, isAdmin: false, isDealer: true };
    const { report } = await stockReport(ctx, actor, statLimits.usualDays, { page: 1, limit: named });
    const { stock, totals, cars } = report;
    const words = stockReportMail.text({
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
          stockReportMail.why(site.name),
          `${stockReportMail.unsubscribe}: ${site.publicUrl}/unsubscribe?token=${token}`,
        ],
      },
      { siteName: site.name, link: `${site.publicUrl}/autosallon-dashboard/report` },
    );
    const headers = {
      "List-Unsubscribe": `<${site.publicUrl}/api/unsubscribe?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    };
    await mailer.send(dealer.email, { ...content, headers }, `report-${userId}-${month}`);
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
