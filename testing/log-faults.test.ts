import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "#server/log.ts";
import { findLogFaults } from "./log-faults.ts";

const events = (faults: readonly string[]) => faults.map((line) => /"event":"([^"]+)"/.exec(line)?.[1]);

test("warnings, errors and failed jobs in a site's log are faults, except those that a run causes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-log-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const log = createLogger((line) => lines.push(line));
  log.info("request", { path: "/level:error", status: 200 });
  log.warn("provider.away", { task: "sweep_payments" });
  log.error("job.failed", new Error("no mail"), { task: "send_password_reset" });
  const file = join(folder, "site.log");
  await writeFile(file, lines.map((line) => line.trimEnd()).join("\n"));

  expect(events(await findLogFaults(file))).toEqual(["provider.away", "job.failed"]);
  expect(events(await findLogFaults(file, [/"event":"provider\.away"/]))).toEqual(["job.failed"]);
});
