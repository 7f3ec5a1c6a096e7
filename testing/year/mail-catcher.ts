import { createHash } from "node:crypto";
import { startMailServer } from "#testing/mail-server.ts";
import { readMail, type ReadMail } from "#testing/read-mail.ts";

export interface CaughtMail extends ReadMail {
  readonly messageId: string;
  /** Milliseconds by the simulator's clock. */
  readonly at: number;
}

export interface MailCatcher {
  readonly url: string;
  /** All mails so far, in order of arrival. */
  readonly mails: readonly CaughtMail[];
  close(): Promise<void>;
}

/** The Message-ID that the product gives to the mail of this name (server/platform/mail/mailer.ts). */
export function messageIdOf(name: string, domain: string): string {
  return `<${createHash("sha256").update(name).digest("hex").slice(0, 32)}@${domain}>`;
}

/** A mail server that parses what it receives. */
export async function startMailCatcher(now: () => number): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const server = await startMailServer(async (source) => {
    const messageId = /^Message-ID: *(<[^>]+>)/im.exec(source)?.[1] ?? "";
    mails.push({ ...readMail(source), messageId, at: now() });
  });
  return { url: server.url, mails, close: () => server.close() };
}
