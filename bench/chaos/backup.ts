import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type BenchDatabase, startDatabase } from "#bench/site.ts";
import { carForm, register, uploadPhoto } from "#bench/soak/payer.ts";
import { createProductProcess } from "#bench/soak/product-process.ts";
import { openRecord } from "#bench/soak/record.ts";
import { car } from "#contract/cars.ts";
import { readArchive } from "#server/platform/backup/archive.ts";
import { withClient } from "#testing/backups.ts";

/**
 * Each round: people publish and edit cars with photos, and the backup command runs meanwhile. Then the site
 * and all its data are destroyed, the backup is restored into an empty folder, and the site starts there.
 * Every car that was acknowledged before the backup began must be there with the same pictures. A backup of
 * the restored site must have the same tables as the first.
 */

const sellers = 3;
const warmUp = 4000;

interface Published {
  readonly id: string;
  readonly images: readonly string[];
  readonly pictures: readonly string[];
}

function runScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join("scripts", script), ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${script} ended with ${String(code)}`)),
    );
  });
}

async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) return `${answer.status}`;
  return createHash("sha256")
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest("hex");
}

async function publish(site: string, token: string): Promise<Published> {
  const images = [await uploadPhoto(site, token)];
  const answer = await fetch(`${site}/api/cars`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...carForm, images }),
  });
  if (answer.status !== 201) throw new Error(`not published: ${answer.status} ${await answer.text()}`);
  const { _id: id, images: published } = car.parse(await answer.json());
  const pictures = await Promise.all(published.map((image) => hashOf(new URL(image, site).href)));
  return { id, images: published, pictures };
}

const totals = z.record(z.string(), z.unknown());

async function tablesOf(file: string): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {};
  for await (const { name, bytes } of readArchive(file))
    if (name === "tables.json") found = totals.parse(JSON.parse(bytes.toString()));
  return found;
}

async function round(folder: string): Promise<{ cars: number; seconds: number }> {
  const database = await startDatabase();
  const product = await createProductProcess(database);
  await product.start();
  const acknowledged: Published[] = [];
  const ending = new AbortController();
  const people = await Promise.all(
    Array.from({ length: sellers }, (_, n) => register(product.url, `seller-${n}@example.com`, "none")),
  );
  // Dealers publish without a fee.
  await withClient(database.url, (client) => client.query("update users set is_dealer_by_hand = true"));
  const load = people.map(async ({ token }) => {
    while (!ending.signal.aborted) acknowledged.push(await publish(product.url, token));
  });
  await sleep(warmUp);
  const before = [...acknowledged];
  const file = join(folder, "site.tar");
  const began = performance.now();
  await runScript("backup.ts", [file], { DATABASE_URL: database.url, DATA_DIR: database.folder });
  const seconds = (performance.now() - began) / 1000;
  ending.abort();
  await Promise.all(load);
  await product.kill();
  await database.stop();

  const into = join(folder, "elsewhere");
  await runScript("restore.ts", [file, "--into", into], { DATABASE_URL: "" });
  const again = join(folder, "again.tar");
  await runScript("backup.ts", [again], { DATABASE_URL: "", DATA_DIR: into });
  const [first, second] = [await tablesOf(file), await tablesOf(again)];
  if (Object.keys(first).length === 0 || JSON.stringify(first) !== JSON.stringify(second))
    throw new Error("the restored site has other tables");

  const restored: BenchDatabase = { url: "", folder: into, stop: async () => {} };
  const site = await createProductProcess(restored);
  await site.start();
  for (const { id, images, pictures } of before) {
    const answer = await fetch(`${site.url}/api/cars/${id}`);
    if (!answer.ok) throw new Error(`${id} was acknowledged and is lost: ${answer.status}`);
    const found = await Promise.all(images.map((image) => hashOf(new URL(image, site.url).href)));
    if (found.join() !== pictures.join()) throw new Error(`${id} has other pictures`);
  }
  await site.stop();
  return { cars: before.length, seconds };
}

/** `npm run chaos -- backup [rounds]` */
export async function destroyAndRestore(given = "5"): Promise<void> {
  const goal = Number(given);
  const record = await openRecord(join("data", "chaos", "backup.jsonl"));
  while (record.rounds() < goal) {
    const folder = await mkdtemp(join(tmpdir(), "vetura-drill-"));
    await chmod(folder, 0o755);
    const start = Date.now();
    try {
      const { cars, seconds } = await round(folder);
      const entry = { seed: record.nextSeed(), rounds: 1, passed: true };
      await record.add({ ...entry, seconds: Math.round((Date.now() - start) / 1000), detail: { cars } });
      console.log(
        `${record.rounds()} of ${goal}: ${cars} cars and their pictures back; backed up in ${seconds.toFixed(1)} s`,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
