import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import { spawnWorker } from "#server/market/photos/spawn-worker.ts";
import { OgDrawer } from "./og-drawer.ts";

const silent = new URL("../../../../testing/unresponsive-process.ts", import.meta.url);
const card = { kind: "site", siteName: "Vetura" } as const;
const startMissing = () => spawn("/does/not/exist", { stdio: ["ignore", "ignore", "ignore", "ipc"] });
const drawers: OgDrawer[] = [];
afterEach(async () => {
  for (const drawer of drawers.splice(0)) await drawer.close();
});

test("a worker process that does not answer is killed, and its callers get an overloaded error", async () => {
  const drawer = new OgDrawer({
    log: createLogger(() => {}),
    start: () => spawnWorker(silent),
    killAfter: 100,
  });
  drawers.push(drawer);
  const drawn = [drawer.draw(card, null), drawer.draw(card, null)];
  const outcomes = await Promise.allSettled(drawn);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
  }
});

test("when no worker process can be started, the callers get an overloaded error", async () => {
  const drawer = new OgDrawer({ log: createLogger(() => {}), start: startMissing });
  drawers.push(drawer);
  const outcomes = await Promise.allSettled([drawer.draw(card, null), drawer.draw(card, null)]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
  }
});
