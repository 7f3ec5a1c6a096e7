import { formatEuro, formatKm } from "#domain/format/format.ts";
import { type AlertWords, alertMails } from "#domain/messages/mail-alerts.ts";
import { mailMessages } from "#domain/messages/mail.ts";
import { resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import type { Car } from "#contract/cars.ts";
import {
  escapeHtml,
  frameMail,
  mailButton,
  type MailContent,
  mailParagraph,
} from "#server/platform/mail/mail-layout.ts";

export interface AlertMail {
  readonly words: AlertWords;
  readonly cars: readonly Car[];
  /** EUR, the one car's former price. */
  readonly priceBefore?: number;
  /** Further cars that are not shown. */
  readonly more: number;
  /** Absolute addresses: of the button, and for unsubscribing. */
  readonly link: string;
  readonly unsubscribePage: string;
  /** Accepts the mail program's own POST (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** "Volkswagen Golf 2016". */
export function carTitle({ brand, model, year }: Pick<Car, "brand" | "model" | "year">): string {
  return `${brand} ${model} ${year}`;
}

function facts(car: Car): string {
  return [String(car.year), formatKm(car.mileage), car.fuel, car.transmission, car.location].join(" · ");
}

/** A mail with cars as plain text and HTML, with the headers for unsubscribing. */
export function layOutAlert(mail: AlertMail, site: { name: string; publicUrl: string }): MailContent {
  const { words, cars, priceBefore, more, link } = mail;
  const { greeting, regards } = mailMessages;
  const carUrl = (car: Car) => `${site.publicUrl}/car/${car._id}`;
  const priceNote = (car: Car) =>
    priceBefore === undefined
      ? null
      : `${alertMails.before(formatEuro(priceBefore))}, ${alertMails.cheaper(formatEuro(priceBefore - car.price))}`;
  const moreLine = more > 0 ? [alertMails.more(more)] : [];

  const carText = (car: Car) =>
    [
      `${car.brand} ${car.model}`,
      [formatEuro(car.price), priceNote(car)].filter((part) => part !== null).join(" – "),
      facts(car),
      carUrl(car),
    ].join("\n");
  const carHtml = (car: Car) => {
    const [image] = car.images;
    const address =
      image === undefined ? null : new URL(resizedPhotoUrl(image, 640, "jpg"), site.publicUrl).href;
    const picture =
      address === null
        ? ""
        : `<img src="${escapeHtml(address)}" width="456" alt="${escapeHtml(alertMails.photoOf(carTitle(car)))}" style="display:block;width:100%;height:auto;border:0;border-radius:8px;margin:0 0 12px">`;
    const note = priceNote(car);
    return `<a href="${escapeHtml(carUrl(car))}" style="display:block;margin:0 0 24px;padding:0 0 20px;border-bottom:1px solid #e3e6ea;color:#1a1d21;text-decoration:none">
${picture}<strong style="display:block;font-size:22px">${escapeHtml(formatEuro(car.price))}</strong>
${note === null ? "" : `<span style="display:block;color:#1c6b3c;font-weight:bold">${escapeHtml(note)}</span>\n`}<span style="display:block;font-size:17px;font-weight:bold">${escapeHtml(`${car.brand} ${car.model}`)}</span>
<span style="display:block;color:#5b6470">${escapeHtml(facts(car))}</span>
</a>`;
  };

  return {
    subject: words.subject,
    headers: {
      "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // Suppresses automatic replies.
      "Auto-Submitted": "auto-generated",
    },
    text: [
      greeting,
      words.lead,
      ...cars.map(carText),
      ...moreLine,
      `${words.action}:\n${link}`,
      `${regards}\n${site.name}`,
      `${words.why}\n${words.unsubscribe}: ${mail.unsubscribePage}`,
    ].join("\n\n"),
    html: frameMail(
      words.subject,
      `${[greeting, words.lead].map(mailParagraph).join("\n")}
${cars.map(carHtml).join("\n")}
${moreLine.map(mailParagraph).join("\n")}
<p style="margin:0 0 24px">${mailButton(words.action, link)}</p>
<p style="margin:0 0 24px">${escapeHtml(regards)}<br>${escapeHtml(site.name)}</p>
<p style="margin:0;font-size:14px;color:#5b6470">${escapeHtml(words.why)} <a href="${escapeHtml(mail.unsubscribePage)}" style="color:#244aa5">${escapeHtml(words.unsubscribe)}</a>.</p>`,
    ),
  };
}
