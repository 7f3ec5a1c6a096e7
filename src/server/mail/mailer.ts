import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { MailConfig } from "#server/config.ts";
import type { MailContent } from "./mail-layout.ts";

export interface Mailer {
  /** Hands one mail over, or throws; call it from a job, which is tried again. */
  send(to: string, content: MailContent): Promise<void>;
  close(): void;
}

/** One address and no list: a comma or line break in it names nobody else. */
function recipient(address: string): { name: string; address: string } {
  return { name: "", address };
}

/** Each mail becomes a finished `.eml` file, readable by every mail program. */
function createOutbox(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (to, content) => {
      const { message } = await composer.sendMail({ from, to: recipient(to), ...content });
      if (!Buffer.isBuffer(message)) throw new Error("the mail was not composed into a buffer");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
      const name = `${stamp}-${randomBytes(4).toString("hex")}.eml`;
      // Under its name only once it is whole.
      await writeFile(join(folder, `.${name}.part`), message, { mode: 0o600 });
      await rename(join(folder, `.${name}.part`), join(folder, name));
    },
    close: () => {},
  };
}

function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
  return {
    send: async (to, content) => {
      await transport.sendMail({ from, to: recipient(to), ...content });
    },
    close: () => transport.close(),
  };
}

/** The way that mail leaves: to the configured server, or into the outbox folder. */
export function createMailer(config: MailConfig): Mailer {
  return config.transport === "smtp"
    ? createSmtpMailer(config.url, config.from)
    : createOutbox(config.folder, config.from);
}
