import type { Car } from "#contract/cars.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { confirmationMail as text } from "#domain/messages/mail-confirmation.ts";
import { mailMessages } from "#domain/messages/mail.ts";
import {
  escapeHtml,
  frameMail,
  mailButton,
  type MailContent,
  mailParagraph,
} from "#server/platform/mail/mail-layout.ts";

/** A car in the mail with its answer page. */
export interface Question {
  readonly car: Pick<Car, "brand" | "model" | "year" | "price" | "mileage" | "location">;
  readonly link: string;
}

/** The mail that asks an owner which cars are still for sale, as plain text and HTML. `more`: further cars. */
export function layOutQuestion(
  questions: readonly Question[],
  { byBuyers, more, siteName }: { byBuyers: boolean; more: number; siteName: string },
): MailContent {
  const { greeting, regards } = mailMessages;
  const titleOf = ({ car }: Question) => `${car.brand} ${car.model} ${car.year}`;
  const factsOf = ({ car }: Question) =>
    [formatEuro(car.price), formatKm(car.mileage), car.location].join(" · ");
  const [first] = questions;
  const isOne = questions.length === 1 && more === 0;
  const subject =
    isOne && first !== undefined
      ? text.subjectOne(titleOf(first))
      : text.subjectMany(questions.length + more);
  const oneLead = byBuyers ? text.leadBuyers : text.leadOne;
  const lead = isOne ? oneLead : text.leadMany;
  const moreLine = more > 0 ? [text.more(more)] : [];
  return {
    subject,
    // Suppresses automatic replies.
    headers: { "Auto-Submitted": "auto-generated" },
    text: [
      greeting,
      lead,
      ...questions.map((one) => `${titleOf(one)}\n${factsOf(one)}\n${one.link}`),
      ...moreLine,
      text.why,
      `${regards}\n${siteName}`,
    ].join("\n\n"),
    html: frameMail(
      subject,
      `${[greeting, lead].map(mailParagraph).join("\n")}
${questions
  .map(
    (
      one,
    ) => `<p style="margin:0 0 8px"><strong style="display:block;font-size:17px">${escapeHtml(titleOf(one))}</strong>
<span style="color:#5b6470">${escapeHtml(factsOf(one))}</span></p>
<p style="margin:0 0 24px">${mailButton(text.action, one.link)}</p>`,
  )
  .join("\n")}
${[...moreLine, text.why].map(mailParagraph).join("\n")}
<p style="margin:0">${escapeHtml(regards)}<br>${escapeHtml(siteName)}</p>`,
    ),
  };
}
