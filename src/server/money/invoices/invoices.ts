import { z } from "zod";
import { invoiceTask } from "#server/money/billing/invoice-queue.ts";
import type { MonthSummary } from "#contract/invoices.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import { AppError } from "#server/http/app-error.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { summariseMonth } from "./month-summary.ts";
import { invoiceMailTask, type InvoiceMailDeps } from "./invoice-mails.ts";
import { eraseBuyers, findDocument, paymentsDue } from "./invoices.queries.ts";
import { issueInvoices, type IssueDeps, mailInvoiceTask } from "./issue-invoices.ts";
import { PdfMaker } from "./pdf-maker.ts";

export interface InvoicesDeps extends Omit<InvoiceMailDeps, "pdf">, IssueDeps {
  readonly site: InvoiceMailDeps["site"];
  readonly log: Logger;
}

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
const mostAtOnce = 500;

/** Issues what jobs have left: payments from before there were invoices, and those that waited for the company's data. */
async function sweepInvoices(deps: InvoicesDeps, signal: AbortSignal): Promise<void> {
  for (const id of await paymentsDue(deps.db, mostAtOnce)) {
    if (signal.aborted) return;
    // One failure does not keep the rest waiting.
    await issueInvoices(deps, id).catch((error: unknown) =>
      deps.log.warn("invoices.sweep", { payment: id, error: error instanceof Error ? error.message : "" }),
    );
  }
}

/** How many documents one statement takes the buyer from. */
const erasedAtOnce = 1_000;

async function sweepBuyers({ db }: InvoicesDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if ((await eraseBuyers(db, erasedAtOnce)) < erasedAtOnce) return;
}

/** Wires invoices; starts nothing. */
export function createInvoices(deps: InvoicesDeps): Invoices {
  const { db, isTestMode: isTest, settings, now } = deps;
  const pdf = new PdfMaker();
  const summary = (month: string) => summariseMonth(db, month, isTest);
  return {
    file: async (id, options) => {
      const document = await findDocument(deps.db, id, options);
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
          isTest,
        }),
      };
    },
    tasks: {
      [invoiceTask]: defineTask(z.object({ paymentId: z.string() }), ({ paymentId }) =>
        issueInvoices(deps, paymentId),
      ),
      [mailInvoiceTask]: invoiceMailTask({ ...deps, pdf }),
    },
    schedule: {
      sweep_invoices: { cron: "* * * * *", run: (signal) => sweepInvoices(deps, signal) },
      sweep_buyers: { cron: "47 3 * * *", run: (signal) => sweepBuyers(deps, signal) },
    },
  };
}
