import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { createTransport } from "nodemailer";
import { retention } from "#domain/privacy/retention.ts";
import type { MailConfig } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { deleteFailedJobs } from "#server/platform/jobs/jobs.queries.ts";
import type { ScheduledTask } from "#server/platform/jobs/jobs.ts";
import type { MailContent } from "./mail-layout.ts";

export interface Mailer {
  /**
   * Hands one mail over, or throws; call it from a job, which is retried. A mail whose recipient does not exist counts
   * as sent: no retry would reach anybody. `id` identifies the mail: a retry is the same message to mail programs, and
   * the same file in the outbox.
   */
  send(to: string, content: MailContent, id?: string): Promise<void>;
  close(): void;
}

/** One address, no list: a comma or line break in it adds no recipient. */
function recipient(address: string): { name: string; address: string } {
  return { name: "", address };
}

/** A mail's Message-ID: with the sender's domain, the same each time. */
function messageId(id: string | undefined, from: string): { messageId: string } | Record<string, never> {
  if (id === undefined) return {};
  const name = createHash("sha256").update(id).digest("hex").slice(0, 32);
  const domain = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? "localhost";
  return { messageId: `<${name}@${domain}>` };
}

/** A mail as the library takes it. */
function composed({ attachments = [], ...content }: MailContent) {
  return { ...content, attachments: [...attachments] };
}

/** Each mail becomes a complete `.eml` file, readable by every mail program. */
function createOutbox(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (to, content, id) => {
      const named = messageId(id, from);
      const { message } = await composer.sendMail({
        from,
        to: recipient(to),
        ...composed(content),
        ...named,
      });
      if (!Buffer.isBuffer(message)) throw new Error("the mail was not composed into a buffer");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
      const name =
        id === undefined
          ? `${stamp}-${randomBytes(4).toString("hex")}.eml`
          : `${id.replaceAll(/[^\w-]/g, "-").slice(0, 150)}.eml`;
      // Renamed once it is complete.
      await writeFile(join(folder, `.${name}.part`), message, { mode: 0o600 });
      await rename(join(folder, `.${name}.part`), join(folder, name));
    },
    close: () => {},
  };
}

/** Timeouts of a silent mail server in milliseconds: before its greeting, and later. */
interface SmtpPatience {
  readonly beginning: number;
  readonly later: number;
}

/**
 * Statuses by which a mail server refuses a recipient for good (RFC 3463): no such mailbox, domain or form of an address,
 * a mailbox that has moved, a domain without mail, a mailbox that is disabled or full. An answer without a status, or
 * with another one, may be about the sender or the site's own rights, so that its job must fail.
 */
const recipientRefused = /^55\d[ -](5\.1\.(?:1|2|3|6|10)|5\.2\.[12])\s/;

/** The status of a permanent refusal of the recipient, null for any other error. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error && "command" in error && "response" in error)) return null;
  if (error.command !== "RCPT TO") return null;
  return recipientRefused.exec(String(error.response))?.[1] ?? null;
}

function createSmtpMailer(
  { url, from }: { readonly url: string; readonly from: string },
  log: Logger,
  { beginning, later }: SmtpPatience,
): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: beginning,
    greetingTimeout: beginning,
    socketTimeout: later,
    dnsTimeout: beginning,
  });
  return {
    send: async (to, content, id) => {
      try {
        await transport.sendMail({ from, to: recipient(to), ...composed(content), ...messageId(id, from) });
      } catch (error) {
        const status = refusalOf(error);
        if (status === null) throw error;
        log.warn("mail.refused", { mail: id, status });
      }
    },
    close: () => transport.close(),
  };
}

/** Sends mail: to the configured server, or into the outbox folder. */
export function createMailer(
  config: MailConfig,
  log: Logger,
  patience: SmtpPatience = { beginning: 10_000, later: 30_000 },
): Mailer {
  return config.transport === "smtp"
    ? createSmtpMailer(config, log, patience)
    : createOutbox(config.folder, config.from);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes old mails in the outbox folder; no-op if a mail server is set. */
export async function removeOldMails(config: MailConfig, now: Date): Promise<void> {
  if (config.transport !== "outbox") return;
  const names = await readdir(config.folder).catch(() => []);
  for (const name of names) {
    if (!/\.eml(?:\.part)?$/.test(name)) continue;
    const file = join(config.folder, name);
    const written = await stat(file).catch(() => null);
    if (written !== null && now.getTime() - written.mtimeMs > retention.outboxDays * dayMs)
      await rm(file, { force: true });
  }
}

/** Old mails in the outbox folder, and those that could not be sent, are deleted every night. `tasks`: all that send mails. */
export function sweepMails(
  db: Kysely<DB>,
  config: MailConfig,
  tasks: readonly string[],
): Record<string, ScheduledTask> {
  const sweep = async () => {
    await deleteFailedJobs(db, tasks, retention.unsentMailDays);
    await removeOldMails(config, new Date());
  };
  return { sweep_outbox: { cron: "43 3 * * *", run: sweep } };
}
