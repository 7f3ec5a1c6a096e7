import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";
import { needProgram } from "./programs.ts";

// The installation on a whole system was tested by hand; docs/operations/going-live.md says how far.

const run = promisify(execFile);
const script = () => readFile("scripts/install.sh", "utf8");
const failure = z.object({ code: z.number(), stderr: z.string() });

test("shellcheck finds nothing in scripts/install.sh", async () => {
  await needProgram("shellcheck");
  const { stdout } = await run("shellcheck", [
    "--enable=all",
    "--exclude=SC2250,SC2310,SC2311,SC2312",
    "scripts/install.sh",
  ]);
  expect(stdout).toBe("");
});

test("scripts/install.sh refuses to run outside /srv/vetura or without a domain, and changes nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-install-"));
  await cp("scripts/install.sh", join(folder, "scripts/install.sh"));
  const attempts = [[], ["https://vetura.example"], ["vetura.example; reboot"], ["vetura.example"]];
  for (const args of attempts) {
    // In a copy, because this clone may be where the script would work.
    const ended = await run("bash", [join(folder, "scripts/install.sh"), ...args]).catch((error: unknown) =>
      failure.parse(error),
    );
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toMatch(/Name the site's domain|expect the clone in \/srv\/vetura|Run it as root/);
  }
  await rm(folder, { recursive: true });
});

test("the configuration that scripts/install.sh writes is valid, and its secret is long enough", async () => {
  const [, template = ""] = /cat >"\$env_file" <<END\n(.*?)\nEND\n/s.exec(await script()) ?? [];
  const { stdout: text } = await run("bash", ["-c", `domain=vetura.example; cat <<END\n${template}\nEND\n`]);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const env = Object.fromEntries(
    lines.map((line): [string, string] => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
  const config = loadConfig(env);
  expect(config.site).toMatchObject({ publicUrl: "https://vetura.example", secure: true });
  expect(config.http.trustedProxies).toEqual(["127.0.0.1"]);
  expect(config.demo.enabled).toBe(false);
  expect(config.secretKey).toMatch(/^[\da-f]{64}$/);
  // The commented variables, to be filled in, must be ones that the site reads.
  const toFillIn = Array.from(text.matchAll(/^#([A-Z_]+)=/gm), ([, name = ""]) => name);
  const known = await readFile("src/server/config.ts", "utf8");
  expect(toFillIn).toContain("SMTP_URL");
  for (const name of toFillIn) expect(known).toContain(`"${name}"`);
});

test("each program that the command vetura offers exists", async () => {
  const [, offered = ""] = /echo "vetura ([\w |-]+?) +\(/.exec(await script()) ?? [];
  const programs = offered.split(" | ").map((name) => name.trim());
  expect(programs).toContain("doctor");
  for (const name of programs) expect(existsSync(`scripts/${name}.ts`), name).toBe(true);
});
