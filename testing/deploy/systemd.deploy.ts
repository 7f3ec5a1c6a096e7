import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { needProgram } from "./programs.ts";

// Checks the units with systemd's tools, which need no running systemd.

const run = promisify(execFile);
const services = ["vetura.service", "vetura-backup.service"] as const;
const units = [...services, "vetura-backup.timer"] as const;
let folder: string;

/** A unit's lines, as `Key=value`. */
async function readUnit(name: string): Promise<string[]> {
  const text = await readFile(join("deploy", name), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

beforeAll(async () => {
  await needProgram("systemd-analyze", "systemd");
  folder = await mkdtemp(join(tmpdir(), "vetura-units-"));
  // Paths of this machine, because `systemd-analyze verify` checks that programs and folders exist.
  for (const name of units) {
    const text = (await readUnit(name))
      .join("\n")
      .replace("/srv/vetura/.runtime/node ", `${process.execPath} `)
      .replace("WorkingDirectory=/srv/vetura", `WorkingDirectory=${process.cwd()}`);
    await writeFile(join(folder, name), `${text}\n`);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("systemd finds nothing wrong with the units", async () => {
  const { stdout, stderr } = await run("systemd-analyze", [
    "verify",
    "--man=no",
    ...units.map((name) => join(folder, name)),
  ]);
  expect(stdout + stderr).toBe("");
});

const told = z.array(
  z.looseObject({ set: z.boolean().nullish(), name: z.string().nullish(), json_field: z.string() }),
);

describe.each(services)("%s", (name) => {
  test("systemd-analyze rates its exposure at most 2.0 of 10", async () => {
    // Exits with 1 above the threshold, which is in tenths.
    const { stdout } = await run("systemd-analyze", [
      "security",
      "--offline=true",
      "--no-pager",
      "--threshold=20",
      join(folder, name),
    ]);
    expect(stdout).toMatch(/Overall exposure level for [\w.-]+: 1\.\d OK/);
  });

  test("it runs as its own user, on a read-only file system, and cannot gain new privileges", async () => {
    const lines = await readUnit(name);
    expect(lines).toEqual(
      expect.arrayContaining([
        "User=vetura",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "CapabilityBoundingSet=",
        "StateDirectory=vetura",
      ]),
    );
    const { stdout } = await run("systemd-analyze", [
      "security",
      "--offline=true",
      "--json=short",
      join(folder, name),
    ]);
    const rows = told.parse(JSON.parse(stdout));
    for (const field of ["NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectKernelModules"])
      expect(rows.find((row) => row.json_field === field)?.set, field).toBe(true);
  });

  test("it starts an existing program, with the data folder that the unit may write to", async () => {
    const lines = await readUnit(name);
    const [, node = "", ...args] =
      /^ExecStart=(\S+) (.*)$/.exec(lines.find((line) => line.startsWith("ExecStart=")) ?? "") ?? [];
    expect(node).toBe("/srv/vetura/.runtime/node");
    const program =
      args
        .join(" ")
        .split(" ")
        .find((word) => word.endsWith(".ts")) ?? "";
    expect(await readFile(program, "utf8")).not.toBe("");
    expect(lines.find((line) => line.startsWith("Environment="))).toContain("DATA_DIR=/var/lib/vetura ");
  });
});

test("the site's unit uses the image's Node flags and allows the time of a graceful stop", async () => {
  const lines = await readUnit("vetura.service");
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(await readFile("Dockerfile", "utf8")) ?? [];
  const [, ...args] = z.array(z.string()).parse(JSON.parse(command));
  expect(lines).toContain(`ExecStart=/srv/vetura/.runtime/node ${args.join(" ")}`);
  // src/main.ts stops within 29 s.
  expect(lines).toContain("TimeoutStopSec=35");
});
