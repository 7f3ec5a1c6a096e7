import { z } from "zod";
import { formatDate, formatExactMoney } from "#domain/format/format.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { findDocument } from "./invoices.queries.ts";
import type { PdfMaker } from "./pdf-maker.ts";

/** Brings an issued document to its buyer, as a PDF file; to nobody where no address is known. */
export function invoiceMailTask({ db, mailer, site }: Context, pdf: PdfMaker): Task {
  return defineTask(z.object({ id: z.string() }), async ({ id }) => {
    const document = await findDocument(db, id);
    const to = document?.buyer?.email ?? null;
    if (document === null || to === null) return;
    const { number, gross, currency, day, facts } = document;
    const about = { number, total: formatExactMoney(gross, currency), date: formatDate(day) };
    const words =
      facts.credits === null
        ? invoiceMessages.mail.invoice(site.name, about)
        : invoiceMessages.mail.creditNote(site.name, { ...about, invoice: facts.credits.number });
    const content = layOutMail(words, { siteName: site.name, link: `${site.publicUrl}/payments` });
    const attachments = [
      {
        filename: invoiceMessages.fileName(number),
        contentType: "application/pdf",
        content: Buffer.from(await pdf.make(document)),
      },
    ];
    await mailer.send(to, { ...content, attachments }, `invoice:${id}`);
  });
}
