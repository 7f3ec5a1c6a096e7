import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { mailMessages } from "#domain/messages/mail.ts";
import { createLogger } from "#server/log.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { layOutMail } from "./mail-layout.ts";
import { createMailer, type Mailer } from "./mailer.ts";

const from = "Vetura <info@vetura.example>";
const content = layOutMail(mailMessages.passwordReset("Vetura & <Shokët>"), {
  siteName: "Vetura & <Shokët>",
  link: "https://vetura.example/reset-password?token=a&b=1",
});

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  // The last one first: a server closes once its connections are gone.
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const noLog = createLogger(() => {});

/**
 * The least of a mail server: takes one mail a connection and keeps what it was sent. `refusals`: its answers to commands
 * that begin so, in place of taking them.
 */
function createMailServer(refusals: Readonly<Record<string, string>> = {}): {
  server: Server;
  received: string[];
} {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let data = "";
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", (chunk: string) => {
      data += chunk;
      if (inData) {
        if (!data.endsWith("\r\n.\r\n")) return;
        received.push(data);
        inData = false;
        data = "";
        socket.write("250 taken\r\n");
        return;
      }
      for (let end = data.indexOf("\r\n"); end >= 0; end = data.indexOf("\r\n")) {
        const line = data.slice(0, end);
        data = data.slice(end + 2);
        if (/^RCPT/i.test(line)) received.push(line);
        const refusal = Object.entries(refusals).find(([command]) => line.startsWith(command))?.[1];
        if (refusal !== undefined) socket.write(`${refusal}\r\n`);
        else if (/^DATA/i.test(line)) {
          inData = true;
          socket.write("354 go on\r\n");
        } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 fine\r\n");
      }
    });
  });
  return { server, received };
}

async function smtpMailer(server: Server, log = noLog): Promise<Mailer> {
  return createMailer({ transport: "smtp", url: `smtp://127.0.0.1:${await listening(server)}`, from }, log);
}

test("without a mail server each mail is one complete .eml file and no other file is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-mail-"));
  cleanUp.push(() => rm(folder, { recursive: true }));
  const mailer = createMailer({ transport: "outbox", folder: join(folder, "outbox"), from }, noLog);
  await Promise.all([mailer.send("a@example.com", content), mailer.send("b@example.com", content)]);
  const mails = await readOutbox(join(folder, "outbox"));
  expect(mails.map(({ to }) => to).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "a@example.com",
    "b@example.com",
  ]);
  expect(mails[0]?.subject).toBe("Rivendosja e fjalëkalimit në Vetura & <Shokët>");
  expect(mails[0]?.text.replaceAll("\r\n", "\n")).toBe(content.text);
  expect(mails[0]?.html).toContain("Zgjidhni fjalëkalimin e ri");
  expect(await readdir(join(folder, "outbox"))).toHaveLength(2);
});

test("the site's name and the link are escaped in the mail's HTML", () => {
  expect(content.html).toContain("Vetura &amp; &lt;Shokët&gt;");
  expect(content.html).toContain('href="https://vetura.example/reset-password?token=a&amp;b=1"');
  expect(content.html).not.toContain("<Shokët>");
});

test("with a mail server the mail is sent to it", async () => {
  const { server, received } = createMailServer();
  const mailer = await smtpMailer(server);
  await mailer.send("a@example.com", content);
  mailer.close();
  expect(received[0]).toContain("RCPT TO:<a@example.com>");
  expect(received[1]).toContain("From: Vetura <info@vetura.example>");
  expect(received[1]).toContain("text/html");
});

test("a mail that the server refuses is an error, so that its job is tried again", async () => {
  const { server } = createMailServer({ RCPT: "451 4.2.1 try again later" });
  const mailer = await smtpMailer(server);
  await expect(mailer.send("a@example.com", content)).rejects.toThrow(/451/);
  mailer.close();
});

test.each([
  ["550 5.1.1 <a@example.com>: user unknown in local recipient table", "5.1.1"],
  ["553 5.1.3 that is no address", "5.1.3"],
  ["556 5.1.10 example.com takes no mail", "5.1.10"],
  ["550-5.2.1 this account is disabled\r\n550 5.2.1 for good", "5.2.1"],
  ["552 5.2.2 a@example.com is full", "5.2.2"],
])(
  "a recipient that is refused by %j counts as sent, and the log has the status without the address",
  async (answer, status) => {
    const lines: string[] = [];
    const { server } = createMailServer({ RCPT: answer });
    const mailer = await smtpMailer(
      server,
      createLogger((line) => lines.push(line)),
    );
    await mailer.send("a@example.com", content, "report:1");
    mailer.close();
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: "warn", event: "mail.refused", mail: "report:1", status },
    ]);
    expect(lines.join("")).not.toContain("example.com");
  },
);

test.each<[string, Readonly<Record<string, string>>]>([
  ["a relay that is not allowed", { RCPT: "550 5.7.1 relaying denied" }],
  ["an answer that may mean the relay", { RCPT: "550 relay not permitted" }],
  [
    "a sender that is refused with the recipient",
    { RCPT: "550 5.1.8 sender address rejected: no such domain" },
  ],
  ["a sender that is refused", { MAIL: "550 5.1.1 sender unknown" }],
  ["a message that is refused", { DATA: "550 5.1.1 looks like spam" }],
  ["a missing login", { RCPT: "530 5.7.0 authentication required" }],
])("%s is an error", async (_, refusals) => {
  const { server } = createMailServer(refusals);
  const mailer = await smtpMailer(server);
  await expect(mailer.send("a@example.com", content)).rejects.toThrow(/5[35]0/);
  mailer.close();
});

test("a line break in an address adds no recipient", async () => {
  const { server, received } = createMailServer();
  const mailer = await smtpMailer(server);
  await mailer.send("a@example.com\r\nBcc: b@example.com", content).catch(() => {});
  mailer.close();
  expect(received.join("\n")).not.toMatch(/RCPT TO:<b@example.com>/);
});

test.each([
  ["says nothing", ""],
  ["greets, and says nothing more", "220 test\r\n"],
])("a mail server that accepts the connection and %s causes an error in time", async (_, greeting) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    cleanUp.push(async () => void socket.destroy());
  });
  const mailer = createMailer(
    { transport: "smtp", url: `smtp://127.0.0.1:${await listening(server)}`, from },
    noLog,
    { beginning: 100, later: 100 },
  );
  await expect(mailer.send("a@example.com", content)).rejects.toThrow(/timeout|greeting/i);
  mailer.close();
});
