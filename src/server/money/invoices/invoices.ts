import { z } from "zod";
import { invoiceTask } from "#server/money/billing/invoice-queue.ts";
import type { MonthSummary } from "#contract/invoices.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { summariseMonth } from "./month-summary.ts";
import { invoiceMailTask } from "./invoice-mails.ts";
import { eraseBuyers, findDocument, paymentsDue } from "./invoices.queries.ts";
import { issueInvoices, mailInvoiceTask, type PaymentsMode } from "./issue-invoices.ts";
import { PdfMaker } from "./pdf-maker.ts";

/** Invoices and credit notes, wired. */
export interface Invoices {
  /**
   * An issued document as a file, the same bytes each time; `payerId`: only one that this account paid. Throws not_found,
   * overloaded.
   */
  file(id: string, options?: { payerId: string }): Promise<PdfFile>;
  /** A month's documents ("2026-11"), summed, and whether they agree with the ledger. */
  summary(month: string): Promise<MonthSummary>;
  /** The same as a file for the accountant. Throws overloaded. */
  summaryFile(month: string): Promise<PdfFile>;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
}

/** A PDF file with the name that it is stored under. */
export interface PdfFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** How many payments one round of the sweep issues documents for. */
const maxAtOnce = 500;

/** Issues what jobs have left: payments from before there were invoices, and those that waited for the company's data. */
async function sweepInvoices(ctx: Context, mode: PaymentsMode, signal: AbortSignal): Promise<void> {
  for (const id of await paymentsDue(ctx.db, maxAtOnce)) {
    if (signal.aborted) return;
    // One failure does not keep the rest waiting.
    await issueInvoices(ctx, mode, id).catch((error: unknown) =>
      ctx.log.warn("invoices.sweep", { payment: id, error: error instanceof Error ? error.message : "" }),
    );
  }
}

/** How many documents one statement takes the buyer from. */
const maxErasedAtOnce = 1_000;

async function sweepBuyers({ db }: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if ((await eraseBuyers(db, maxErasedAtOnce)) < maxErasedAtOnce) return;
}

/** Wires invoices; starts nothing. */
export function createInvoices(ctx: Context, mode: PaymentsMode): Invoices {
  const { db, settings, now } = ctx;
  const pdf = new PdfMaker();
  const summary = (month: string) => summariseMonth(db, month, mode.isTest);
  return {
    file: async (id, options) => {
      const document = await findDocument(db, id, options);
      if (document === null) throw new AppError("not_found");
      return { name: invoiceMessages.fileName(document.number), bytes: await pdf.make(document) };
    },
    summary,
    summaryFile: async (month) => {
      const { company, contacts } = settings();
      return {
        name: invoiceMessages.summary.fileName(month),
        bytes: await pdf.make({
          summary: await summary(month),
          company: { ...company, ...contacts },
          at: now(),
          isTest: mode.isTest,
        }),
      };
    },
    tasks: {
      [invoiceTask]: defineTask(z.object({ paymentId: z.string() }), ({ paymentId }) =>
        issueInvoices(ctx, mode, paymentId),
      ),
      [mailInvoiceTask]: invoiceMailTask(ctx, pdf),
    },
    schedule: {
      sweep_invoices: { cron: "* * * * *", run: (signal) => sweepInvoices(ctx, mode, signal) },
      sweep_buyers: { cron: "47 3 * * *", run: (signal) => sweepBuyers(ctx, signal) },
    },
  };
}
