import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "..");

test("npm run dev restarts when a server file is saved, but not for a page or a test", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-dev-"));
  const database = await createTestDatabase();
  const port = await freePort();
  const dev = spawn(process.execPath, [join(root, "src/dev.ts")], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, DEMO: "0", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  dev.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const starts = () => output.split('"event":"ready"').length - 1;
  const save = (file: string) => utimes(join(root, file), new Date(), new Date());
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(async () => starts() === 1 && (await isUp()), { timeout: 30_000 }).toBe(true);
    await save("src/web/pages.ts");
    await save("src/server/log.test.ts");
    await sleep(300);
    expect(await isUp()).toBe(true);
    await save("src/start-site.ts");
    await expect.poll(async () => starts() === 2 && (await isUp()), { timeout: 30_000 }).toBe(true);
  } finally {
    dev.kill("SIGTERM");
    await once(dev, "exit");
    await database.close();
    await rm(folder, { recursive: true });
  }
}, 120_000);
