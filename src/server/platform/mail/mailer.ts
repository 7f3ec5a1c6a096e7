import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { retention } from "#domain/privacy/retention.ts";
import type { MailConfig } from "#server/config.ts";
import type { ScheduledTask } from "#server/platform/jobs/jobs.ts";
import type { MailContent } from "./mail-layout.ts";

export interface Mailer {
  /**
   * Hands one mail over, or throws; call it from a job, which is retried. `id` identifies the mail: a retry is
   * the same message to mail programs, and the same file in the outbox.
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

function createSmtpMailer(url: string, from: string, { beginning, later }: SmtpPatience): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: beginning,
    greetingTimeout: beginning,
    socketTimeout: later,
    dnsTimeout: beginning,
  });
  return {
    send: async (to, content, id) => {
      await transport.sendMail({ from, to: recipient(to), ...composed(content), ...messageId(id, from) });
    },
    close: () => transport.close(),
  };
}

/** Sends mail: to the configured server, or into the outbox folder. */
export function createMailer(
  config: MailConfig,
  patience: SmtpPatience = { beginning: 10_000, later: 30_000 },
): Mailer {
  return config.transport === "smtp"
    ? createSmtpMailer(config.url, config.from, patience)
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

/** Old mails in the outbox folder are deleted every night. */
export function sweepMails(config: MailConfig): Record<string, ScheduledTask> {
  return { sweep_outbox: { cron: "43 3 * * *", run: () => removeOldMails(config, new Date()) } };
}
