import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, request as forward, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { TLSSocket } from "node:tls";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/log.ts";
import { createProvider } from "#server/money/billing/provider.ts";
import { ensureEndpoint } from "#server/money/billing/webhook-endpoint.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { freePort } from "#testing/free-port.ts";
import { startTestProvider } from "#testing/provider.ts";
import { startS3Store, type S3Store } from "#testing/s3-store.ts";
import { expiredCertificate, selfSignedCertificate } from "#testing/self-signed.ts";
import { checkAddress } from "./check-address.ts";
import { checkBackups } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk, type DiskFigures, judgeDisks } from "./check-disk.ts";
import { checkMail } from "./check-mail.ts";
import { checkPhotos } from "./check-photos.ts";
import { checkStripe } from "./check-stripe.ts";
import { checks, examine } from "./examine.ts";
import type { Check, DoctorContext } from "./finding.ts";

let folder: string;
let database: TestDatabase;
let store: S3Store;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-doctor-"));
  database = await createTestDatabase();
  store = await startS3Store(join(folder, "s3"));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await store.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Listens on a port of its own until the test is over. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** What the checks find in a site with this environment, each as "state subject: text". */
async function find(
  chosen: Check | readonly Check[],
  env: Readonly<Record<string, string>> = {},
  changes: Partial<DoctorContext> = {},
): Promise<string[]> {
  const config = loadConfig({ DATA_DIR: folder, ...env });
  const context: DoctorContext = {
    config,
    databaseUrl: async () => config.database.url ?? database.url,
    now: () => new Date(),
    providerAddress: null,
    resolveTxt: async () => [["v=spf1 -all"], ["v=DMARC1; p=none"]],
    backupsFolder: join(folder, "backups"),
    ...changes,
  };
  const found: string[] = [];
  for await (const { state, subject, text } of examine(context, [chosen].flat()))
    found.push(`${state} ${subject}: ${text}`);
  return found;
}

/** A mail server that lets one password in, and encrypts by STARTTLS where it is told to. */
async function startMailServer(password: string, encrypts: boolean): Promise<number> {
  const plain = `AUTH PLAIN ${Buffer.from(`\0vetura\0${password}`).toString("base64")}`;
  const talk = (socket: Socket, isEncrypted: boolean): void => {
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      const line = chunk.toString().trim();
      if (line.startsWith("EHLO"))
        socket.write(`250-test\r\n${encrypts && !isEncrypted ? "250-STARTTLS\r\n" : ""}250 AUTH PLAIN\r\n`);
      else if (line === "STARTTLS") {
        socket.removeAllListeners("data");
        socket.write("220 go on\r\n");
        talk(new TLSSocket(socket, { isServer: true, ...selfSignedCertificate }), true);
      } else if (line.startsWith("AUTH"))
        socket.write(line === plain ? "235 in\r\n" : "535 5.7.8 Authentication failed\r\n");
      else socket.end("221 bye\r\n");
    });
  };
  return listen(
    createTcpServer((socket) => {
      talk(socket, false);
      socket.write("220 test ESMTP\r\n");
    }),
  );
}

async function noRecords(): Promise<string[][]> {
  throw Object.assign(new Error("queryTxt ENODATA"), { code: "ENODATA" });
}

const hourAhead = () => new Date(Date.now() + 3_600_000);

const serveSecurely = (certificate: { readonly key: string; readonly cert: string }) =>
  listen(createSecureServer(certificate, (_, response) => response.end()));

async function onDatabase(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe("the mail server", () => {
  test("a wrong SMTP password is named, and not printed", async () => {
    const port = await startMailServer("e drejta", false);
    const found = await find(checkMail, { SMTP_URL: `smtp://vetura:e-gabuara@127.0.0.1:${port}` });
    expect(found).toEqual([
      expect.stringMatching(/^act Mail: 127\.0\.0\.1:\d+ refuses the user name or the password: .*535/),
    ]);
    expect(found.join()).not.toContain("gabuara");
  });

  test("it is said whether the connection is encrypted", async () => {
    const open = await startMailServer("e-drejta", false);
    const encrypting = await startMailServer("e-drejta", true);
    expect(await find(checkMail, { SMTP_URL: `smtp://vetura:e-drejta@127.0.0.1:${open}` })).toEqual([
      `good Mail: 127.0.0.1:${open} answers (not encrypted, signed in).`,
    ]);
    const unchecked = "?tls.rejectUnauthorized=false";
    expect(
      await find(checkMail, { SMTP_URL: `smtp://vetura:e-drejta@127.0.0.1:${encrypting}${unchecked}` }),
    ).toEqual([`good Mail: 127.0.0.1:${encrypting} answers (encrypted, signed in).`]);
  });

  test("a mail server's certificate that is not valid is named", async () => {
    const port = await startMailServer("e-drejta", true);
    expect(await find(checkMail, { SMTP_URL: `smtp://vetura:e-drejta@127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(/^act Mail: The certificate of 127\.0\.0\.1:\d+ is not valid: self-signed/),
    ]);
  });

  test("a mail server that says nothing is named within ten seconds", async () => {
    const port = await listen(createTcpServer(() => {}));
    const began = performance.now();
    expect(await find(checkMail, { SMTP_URL: `smtp://127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(
        /^act Mail: (?:127\.0\.0\.1:\d+ can't be used: (?:Timeout|Greeting never received)|No answer)/,
      ),
    ]);
    expect(performance.now() - began).toBeLessThan(10_500);
  });

  test("a sender's domain without SPF and DMARC is named on a public site", async () => {
    const port = await startMailServer("e-drejta", false);
    const env = {
      PUBLIC_URL: "https://vetura.test",
      MAIL_FROM: "Vetura <info@vetura.test>",
      SMTP_URL: `smtp://vetura:e-drejta@127.0.0.1:${port}`,
    };
    expect((await find(checkMail, env, { resolveTxt: noRecords })).slice(1)).toEqual([
      "act Mail: vetura.test has no SPF record.",
      "act Mail: vetura.test has no DMARC record.",
    ]);
    expect((await find(checkMail, env)).at(-1)).toBe("good Mail: vetura.test has SPF and DMARC records.");
    expect(await find(checkMail, { PUBLIC_URL: "https://vetura.test" })).toEqual([
      "act Mail: SMTP_URL is not set: mails become files, and nobody gets them.",
    ]);
  });
});

describe("the photo store", () => {
  test("a bucket that is written, read and deleted is good and stays empty", async () => {
    expect(await find(checkPhotos, store.env)).toEqual([
      expect.stringMatching(/^good Photo store: Writes, reads, deletes \(vetura-photos at http:/),
    ]);
  });

  test("a read-only S3 is named", async () => {
    const target = new URL(store.env["S3_ENDPOINT"] ?? "");
    const onlyReads: RequestListener = (request, response) => {
      if (request.method !== "GET" && request.method !== "HEAD") {
        request.resume();
        response.writeHead(403, { "content-type": "application/xml" });
        response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
        return;
      }
      const { hostname, port } = target;
      const { url: path = "/", headers, method } = request;
      request.pipe(
        forward({ hostname, port, path, headers, method }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
    };
    const port = await listen(createServer(onlyReads));
    expect(await find(checkPhotos, { ...store.env, S3_ENDPOINT: `http://127.0.0.1:${port}` })).toEqual([
      "act Photo store: It does not write: AccessDenied: Access Denied",
    ]);
  });

  test("a bucket that is not there is named", async () => {
    expect(await find(checkPhotos, { ...store.env, S3_BUCKET: "another" })).toEqual([
      expect.stringMatching(/^act Photo store: It does not write: NoSuchBucket/),
    ]);
  });

  test("an S3_PUBLIC_URL where nothing is served is named", async () => {
    const port = await listen(createServer((_, response) => response.writeHead(403).end()));
    expect(await find(checkPhotos, { ...store.env, S3_PUBLIC_URL: `http://127.0.0.1:${port}` })).toEqual([
      "act Photo store: Browsers don't get photos from S3_PUBLIC_URL: HTTP 403",
    ]);
  });
});

describe("PUBLIC_URL", () => {
  test("a certificate that has run out is named with its day", async () => {
    const port = await serveSecurely(expiredCertificate);
    expect(await find(checkAddress, { PUBLIC_URL: `https://localhost:${port}` })).toEqual([
      "act PUBLIC_URL: The certificate ran out on 2026-04-01.",
    ]);
  });

  test("a certificate that no authority signed, and of another name, is named", async () => {
    const port = await serveSecurely(selfSignedCertificate);
    expect(await find(checkAddress, { PUBLIC_URL: `https://localhost:${port}` })).toEqual([
      expect.stringMatching(/^act PUBLIC_URL: Browsers refuse the certificate: /),
    ]);
  });

  test("an address where nothing answers, and one where something else does, are named", async () => {
    const port = await listen(createServer((_, response) => response.end("Welcome to nginx!")));
    const url = `http://localhost:${port}`;
    expect(await find(checkAddress, { PUBLIC_URL: url })).toEqual([
      `act PUBLIC_URL: Something else answers at ${url} (HTTP 200).`,
    ]);
    const empty = `http://localhost:${await freePort()}`;
    expect(await find(checkAddress, { PUBLIC_URL: empty })).toEqual([
      expect.stringMatching(/^act PUBLIC_URL: http:.* can't be reached: .*ECONNREFUSED/),
    ]);
  });

  test("a site that is ready is good", async () => {
    const port = await listen(createServer((_, response) => response.end('{"status":"ready"}')));
    const url = `http://localhost:${port}`;
    expect(await find(checkAddress, { PUBLIC_URL: url })).toEqual([`good PUBLIC_URL: ${url} is ready.`]);
  });
});

describe("the database", () => {
  test("a database that takes writes is good, and a public site without an admin is named", async () => {
    const found = await find(checkDatabase, { PUBLIC_URL: "https://vetura.test" });
    expect(found).toEqual([
      expect.stringMatching(/^good Database: PostgreSQL 18\.\d+, \d+ MB, takes writes\.$/),
      "act Database: The site has no admin.",
    ]);
    // Nothing is left of the table that it wrote to.
    await onDatabase("create table public.vetura_doctor (); drop table public.vetura_doctor");
  });

  test("an account without the right to make tables, and a wrong password, are named", async () => {
    const role = `doctor_${Date.now()}`;
    await onDatabase(`create role ${role} login password 'e-fshehta'`);
    closing.push(() => onDatabase(`drop role ${role}`));
    const url = new URL(database.url);
    url.username = role;
    url.password = "e-fshehta";
    expect(await find(checkDatabase, { DATABASE_URL: url.href })).toEqual([
      "act Database: The account may not make tables.",
    ]);
    url.password = "e-gabuara";
    const wrong = await find(checkDatabase, { DATABASE_URL: url.href });
    expect(wrong).toEqual([
      expect.stringMatching(/^act Database: It can't be used: .*authentication failed/),
    ]);
    expect(wrong.join()).not.toContain("gabuara");
  });

  test("a database of a newer version of the site is named", async () => {
    await onDatabase("insert into schema_migrations (name, hash) values ('9999_from_the_future', '')");
    closing.push(() => onDatabase("delete from schema_migrations where name like '9999%'"));
    expect(await find(checkDatabase)).toContain(
      "act Database: It is of a newer version of Vetura (9999_from_the_future).",
    );
  });

  test("a pooler that sets no limit on statements is named", async () => {
    expect(
      await find(checkDatabase, { DATABASE_URL: database.url, DATABASE_POOL_URL: database.url }),
    ).toContain("act Database: The pooler sets no limit on statements.");
  });
});

test("Stripe's mode, a missing webhook endpoint and a wrong key are named", async () => {
  const provider = await startTestProvider();
  closing.push(() => provider.close());
  const { access } = provider;
  const env = {
    PUBLIC_URL: "https://vetura.test",
    STRIPE_SECRET_KEY: access.secretKey,
    STRIPE_WEBHOOK_SECRET: access.webhookSecret,
  };
  const changes = { providerAddress: access.address };
  const testMode = "note Stripe: The key is of test mode: no real money moves.";
  expect(await find(checkStripe, env, changes)).toEqual([
    testMode,
    "act Stripe: Stripe has no webhook endpoint for this site.",
  ]);
  await ensureEndpoint(createProvider({ access, log: createLogger(() => {}) }), env.PUBLIC_URL);
  expect(await find(checkStripe, env, changes)).toEqual([
    testMode,
    "note Stripe: No webhook signed with STRIPE_WEBHOOK_SECRET has come yet.",
  ]);
  const wrong = await find(checkStripe, { ...env, STRIPE_SECRET_KEY: "sk_test_egabuara" }, changes);
  expect(wrong).toEqual(["act Stripe: Stripe refuses STRIPE_SECRET_KEY."]);
});

test("a clock that is an hour ahead is named", async () => {
  expect(await find(checkClock, {}, { now: hourAhead })).toEqual([
    "act Clock: It is 3600 s ahead of the database's.",
  ]);
});

test("free space of the disk is told", async () => {
  expect((await find(checkDisk))[0]).toMatch(/^\w+ Disk: [\d.]+ GB of [\d.]+ GB free below \//);
});

test("a disk that is nearly full, of bytes or of files, must be cleared; one below a fifth is noted", () => {
  const gigabyte = 1024 ** 3;
  const roomy = { free: 50 * gigabyte, total: 100 * gigabyte, freeFiles: 900, files: 1000 };
  const states = (disk: Partial<DiskFigures>, temporary = gigabyte) =>
    judgeDisks({ ...roomy, ...disk }, "/data", { free: temporary }).map(({ state }) => state);
  expect(states({})).toEqual(["good"]);
  expect(states({ files: 0, freeFiles: 0 })).toEqual(["good"]);
  expect(states({ free: 19 * gigabyte })).toEqual(["note"]);
  expect(states({ free: 9 * gigabyte })).toEqual(["act"]);
  expect(states({ free: 0.9 * gigabyte, total: 2 * gigabyte })).toEqual(["act"]);
  expect(states({ freeFiles: 99 })).toEqual(["good", "act"]);
  expect(states({}, 100 * 1024 ** 2)).toEqual(["good", "act"]);
});

/** Runs the program as `npm run doctor` does, on this database. */
async function runDoctor(env: Readonly<Record<string, string>>): Promise<{ code: number; text: string }> {
  const child = spawn(process.execPath, ["scripts/doctor.ts"], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, DATABASE_URL: database.url, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  const [text, [code]] = await Promise.all([
    readText(child.stdout),
    once(child, "close").then((given) => z.tuple([z.number()]).rest(z.unknown()).parse(given)),
  ]);
  return { code, text };
}

test("the program ends with 1 where something must be done, else with 0; a bare % in a password stops no check", async () => {
  const site = await listen(createServer((_, response) => response.end('{"status":"ready"}')));
  const healthy = await runDoctor({ PUBLIC_URL: `http://localhost:${site}` });
  expect(healthy).toEqual({ code: 0, text: expect.stringContaining("Nothing must be done.") });
  const port = await freePort();
  const faulty = await runDoctor({ SMTP_URL: `smtp://vetura:50%off@127.0.0.1:${port}` });
  expect(faulty.code).toBe(1);
  expect(faulty.text).toMatch(/^✗ Mail /m);
  expect(faulty.text).toMatch(/^✓ Database /m);
  expect(faulty.text).not.toContain("50%off");
}, 90_000);

test("a public site without a backup, and with an old one, is told so", async () => {
  const env = { PUBLIC_URL: "https://vetura.test" };
  const backupsFolder = join(folder, "copies");
  expect(await find(checkBackups, env, { backupsFolder })).toEqual([
    `act Backups: There is none in ${backupsFolder}.`,
  ]);
  await mkdir(backupsFolder);
  const file = join(backupsFolder, "vetura-20260101-020000.tar");
  await writeFile(file, "whole");
  expect(await find(checkBackups, env, { backupsFolder })).toEqual([
    expect.stringMatching(/^good Backups: 1, the newest 0 hours old\./),
  ]);
  const old = new Date(Date.now() - 3 * 86_400_000);
  await utimes(file, old, old);
  expect(await find(checkBackups, env, { backupsFolder })).toEqual([
    "act Backups: The newest is 3 days old.",
  ]);
});

test("a public site behind a proxy that it does not believe is told so", async () => {
  expect(await find(checkConfiguration, { PUBLIC_URL: "https://vetura.test" })).toContain(
    "act Configuration: TRUSTED_PROXIES is not set: all visitors count as one, the proxy.",
  );
});

test("a check that never ends is cut off, and one that throws is a finding", async () => {
  const hanging: Check = { subject: "Slow", maxDuration: 50, run: () => new Promise(() => {}) };
  const broken: Check = {
    subject: "Broken",
    run: async () => {
      throw new Error("postgres://vetura:e-fshehta@db/vetura is away");
    },
  };
  const env = { DATABASE_URL: "postgres://vetura:e-fshehta@db/vetura" };
  expect(await find([hanging, broken], env)).toEqual([
    "act Slow: No answer within 0.05 s.",
    "act Broken: The check failed: postgres://vetura:***@db/vetura is away",
  ]);
});

test("no finding of any check holds a secret of the configuration", async () => {
  const secrets = [
    "sekret-1-db",
    "sekret-2-smtp",
    "sekret-3-s3",
    "sekret-4-s3",
    "sekret5stripe",
    "sekret6hook",
  ];
  const found = await find(
    checks,
    {
      PUBLIC_URL: "https://localhost:1",
      DATABASE_URL: `postgres://a:${secrets[0]}@localhost:1/a`,
      SMTP_URL: `smtp://a:${secrets[1]}@localhost:1`,
      S3_ENDPOINT: "http://localhost:1",
      S3_BUCKET: "bucket",
      S3_ACCESS_KEY_ID: secrets[2] ?? "",
      S3_SECRET_ACCESS_KEY: secrets[3] ?? "",
      STRIPE_SECRET_KEY: `sk_test_${secrets[4]}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${secrets[5]}`,
    },
    { providerAddress: { host: "localhost", port: 1, protocol: "http" } },
  );
  expect(found.filter((line) => line.startsWith("act")).length).toBeGreaterThan(5);
  for (const secret of secrets) expect(found.join("\n")).not.toContain(secret);
});
