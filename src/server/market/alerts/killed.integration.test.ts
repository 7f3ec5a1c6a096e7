import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { startMailServer } from "#testing/mail-server.ts";

let app: TestApp;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await app.close();
});

/** A process that works on this database's jobs, once it does. */
async function startWorker(smtpUrl: string): Promise<ChildProcess> {
  const file = fileURLToPath(new URL("../../../../testing/jobs-process.ts", import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: app.database.url,
    DATA_DIR: app.dataDir,
    SMTP_URL: smtpUrl,
    MAIL_FROM: "Vetura <info@vetura.example>",
    NODE_ENV: "test",
  };
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  running.delete(child);
}

const answerAtOnce = async (): Promise<void> => {};

const nameOf = (mail: string) => /^Message-ID: (<[^>]+>)/im.exec(mail)?.[1] ?? "";

function carsIn(mail: string): string[] {
  const text = mail.replaceAll(/=\r?\n/g, "");
  return [...new Set(Array.from(text.matchAll(/\/car\/([0-9a-f-]{36})/g), ([, id]) => id ?? ""))];
}

test("a process killed while it sends, before or after the mail server accepted, tells each car in one message", async () => {
  let onMail = answerAtOnce;
  const mails = await startMailServer(() => onMail());
  const [seller, buyer] = [await app.registerUser(), await app.registerUser()];
  await app.call("POST /api/saved-searches", { as: buyer, body: { query: "brand=Lexus" } });
  const cars: string[] = [];
  const publish = async () => {
    cars.push((await app.publishCar(seller, { brand: "Lexus", model: "IS" }))._id);
  };

  // The mail server has the whole mail, and the process dies before its answer.
  const came = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  onMail = () => {
    came.resolve();
    return taken.promise;
  };
  await publish();
  const first = await startWorker(mails.url);
  await came.promise;
  await publish();
  await kill(first);
  taken.resolve();

  // The mail has been taken, and the process dies at that moment: its note of it may or may not be there.
  const told = Promise.withResolvers<void>();
  onMail = async () => {
    setImmediate(() => told.resolve());
  };
  const second = await startWorker(mails.url);
  await told.promise;
  await kill(second);

  onMail = answerAtOnce;
  await publish();
  await startWorker(mails.url);
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from car_events) + (select count(*) from alert_mails where done_at is null)
          + (select count(*) from alert_matches where mail_id is null) as left`.execute(app.database.db);
      expect(rows).toEqual([{ left: 0 }]);
    },
    { timeout: 60_000, interval: 200 },
  );

  const messages = new Map(mails.received.map((mail) => [nameOf(mail), carsIn(mail)]));
  expect(mails.received.length, "the first kill made it come twice").toBeGreaterThan(messages.size);
  expect([...messages.values()].flat().toSorted((a, b) => a.localeCompare(b))).toEqual(
    cars.toSorted((a, b) => a.localeCompare(b)),
  );
  await mails.close();
}, 120_000);
