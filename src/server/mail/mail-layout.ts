import { type MailText, mailMessages } from "#domain/messages/mail.ts";

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** One mail as plain text and as simple HTML that every mail program shows, with its one link. */
export function layOutMail(words: MailText, options: { siteName: string; link: string }): MailContent {
  const { siteName, link } = options;
  const { greeting, regards, copyLink } = mailMessages;
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const { rows = [] } = words;
  const facts = rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid #e3e6ea;color:#5b6470">${escapeHtml(label)}</td><td style="padding:8px 0;border-bottom:1px solid #e3e6ea;text-align:right">${escapeHtml(value)}</td></tr>`;
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
    html: `<!doctype html>
<html lang="sq">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1a1d21">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${[greeting, ...words.before].map(paragraph).join("\n")}
${table}<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(words.action)}</a></p>
${words.after.map(paragraph).join("\n")}
<p style="margin:0 0 16px;font-size:14px;color:#5b6470">${escapeHtml(copyLink)}<br><a href="${escapeHtml(link)}" style="color:#14532d;word-break:break-all">${escapeHtml(link)}</a></p>
<p style="margin:0">${escapeHtml(regards)}<br>${escapeHtml(siteName)}</p>
</div>
</body>
</html>
`,
  };
}
