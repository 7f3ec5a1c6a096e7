import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { mailMessages } from "#domain/messages/mail.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { layOutMail } from "./mail-layout.ts";
import { createMailer } from "./mailer.ts";

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

/** The least of a mail server: takes one mail a connection and keeps what it was sent. */
function createMailServer(refuse: boolean): { server: Server; received: string[] } {
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
        if (/^DATA/i.test(line)) {
          inData = true;
          socket.write("354 go on\r\n");
        } else if (/^RCPT/i.test(line) && refuse) socket.write("451 try again later\r\n");
        else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 fine\r\n");
      }
    });
  });
  return { server, received };
}

test("without a mail server each mail is one complete .eml file and no other file is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-mail-"));
  cleanUp.push(() => rm(folder, { recursive: true }));
  const mailer = createMailer({ transport: "outbox", folder: join(folder, "outbox"), from });
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
  const { server, received } = createMailServer(false);
  const mailer = createMailer({
    transport: "smtp",
    url: `smtp://127.0.0.1:${await listening(server)}`,
    from,
  });
  await mailer.send("a@example.com", content);
  mailer.close();
  expect(received[0]).toContain("RCPT TO:<a@example.com>");
  expect(received[1]).toContain("From: Vetura <info@vetura.example>");
  expect(received[1]).toContain("text/html");
});

test("a mail that the server refuses is an error, so that its job is tried again", async () => {
  const { server } = createMailServer(true);
  const mailer = createMailer({
    transport: "smtp",
    url: `smtp://127.0.0.1:${await listening(server)}`,
    from,
  });
  await expect(mailer.send("a@example.com", content)).rejects.toThrow(/451/);
  mailer.close();
});

test("a line break in an address adds no recipient", async () => {
  const { server, received } = createMailServer(false);
  const mailer = createMailer({
    transport: "smtp",
    url: `smtp://127.0.0.1:${await listening(server)}`,
    from,
  });
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
    { beginning: 100, later: 100 },
  );
  await expect(mailer.send("a@example.com", content)).rejects.toThrow(/timeout|greeting/i);
  mailer.close();
});
