import { type MailText, mailMessages } from "#domain/messages/mail.ts";

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers of the message. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Text escaped for HTML, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export function mailParagraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

export function mailButton(label: string, link: string): string {
  return `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#244aa5;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a>`;
}

/** The white box around every mail's HTML. */
export function frameMail(title: string, inner: string): string {
  return `<!doctype html>
<html lang="sq">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1a1d21">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${inner}
</div>
</body>
</html>
`;
}

/** Letters of the longest figure or name; longer values are sentences. */
const maxFigure = 40;

/** A mail as plain text and as simple HTML for every mail program, with its one link. */
export function layOutMail(words: MailText, options: { siteName: string; link: string }): MailContent {
  const { siteName, link } = options;
  const { greeting, regards, copyLink } = mailMessages;
  const { rows = [] } = words;
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  // Figures stand at the right; a sentence, such as a reason, is read from the left.
  const row = ([label, value]: readonly [string, string]) =>
    `<tr style="vertical-align:top"><td style="padding:8px 16px 8px 0;border-bottom:1px solid #e3e6ea;color:#5b6470">${escapeHtml(label)}</td><td style="padding:8px 0;border-bottom:1px solid #e3e6ea;text-align:${value.length > maxFigure ? "left" : "right"}">${escapeHtml(value)}</td></tr>`;
  const table =
    rows.length === 0
      ? ""
      : `<table role="presentation" style="width:100%;margin:0 0 24px;border-collapse:collapse">${rows.map(row).join("")}</table>\n`;
  return {
    subject: words.subject,
    text: [
      greeting,
      ...words.before,
      ...(facts === "" ? [] : [facts]),
      link,
      ...words.after,
      `${regards}\n${siteName}`,
    ].join("\n\n"),
    html: frameMail(
      words.subject,
      `${[greeting, ...words.before].map(mailParagraph).join("\n")}
${table}<p style="margin:0 0 24px">${mailButton(words.action, link)}</p>
${words.after.map(mailParagraph).join("\n")}
<p style="margin:0 0 16px;font-size:14px;color:#5b6470">${escapeHtml(copyLink)}<br><a href="${escapeHtml(link)}" style="color:#244aa5;word-break:break-all">${escapeHtml(link)}</a></p>
<p style="margin:0">${escapeHtml(regards)}<br>${escapeHtml(siteName)}</p>`,
    ),
  };
}
