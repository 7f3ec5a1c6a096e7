import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import { OgDrawer } from "./og-drawer.ts";

const silent = new URL("../../../testing/silent-program.ts", import.meta.url);
const drawers: OgDrawer[] = [];
afterEach(async () => {
  for (const drawer of drawers.splice(0)) await drawer.close();
});

test("a process that never answers is ended, and whoever waits for it is told to come again", async () => {
  const drawer = new OgDrawer({ log: createLogger(() => {}), worker: silent, killAfter: 100 });
  drawers.push(drawer);
  const drawn = [drawer.draw("<svg/>", null), drawer.draw("<svg/>", null)];
  const outcomes = await Promise.allSettled(drawn);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
  }
});
