import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";

// No engine runs in the tests: what a Dockerfile and compose.yaml promise is read from them.

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (name: string) => readFile(join(root, name), "utf8");

/** The Dockerfile's instructions, long lines joined, comments gone. */
async function instructions(): Promise<string[]> {
  return (await read("Dockerfile"))
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

test("the image is built on the Node that the site is made for, runs without rights, and gets its signals", async () => {
  const lines = await instructions();
  const version = (await read(".node-version")).trim();
  const bases = lines.filter((line) => line.startsWith("FROM "));
  expect(bases.map((line) => line.split(" ")[1])).toEqual([
    `node:${version}-trixie-slim`,
    `node:${version}-trixie-slim`,
  ]);
  const last = lines.slice(lines.lastIndexOf(bases.at(-1) ?? ""));
  const user = last.findIndex((line) => line === "USER node");
  expect(user).toBeGreaterThan(0);
  expect(last.slice(user).some((line) => line.startsWith("RUN "))).toBe(false);
  // As a list: a shell in between would keep the signal to itself.
  const command = /^CMD (\[.*\])$/.exec(last.at(-1) ?? "")?.[1] ?? "null";
  expect(JSON.parse(command)).toEqual(["node", "src/main.ts"]);
  const check = last.find((line) => line.startsWith("HEALTHCHECK"));
  expect(check).toContain("/healthz");
});

test("nothing secret or heavy is copied into the image", async () => {
  const ignored = (await read(".dockerignore")).split("\n");
  for (const name of [".git", "node_modules", "data", "backups", ".env*", "build"])
    expect(ignored).toContain(name);
});

const service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

/** As compose fills in: `${NAME}`, `${NAME:-other}`, `${NAME:?why}`. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string, other: string) => {
      const value = values[name] ?? "";
      if (value !== "") return value;
      if (kind === "?") throw new Error(`${name} is missing: ${other}`);
      return kind === "-" ? other : "";
    },
  );
}

test("compose starts the site with a configuration that it takes, on a database and a store that are checked", async () => {
  const text = await read("compose.yaml");
  const example = await read("deploy/env.example");
  const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? "");
  const secrets = { POSTGRES_PASSWORD: "geheim", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
  // Without its secrets it does not start, and no secret stands in it.
  expect(() => fillIn(text, {})).toThrow("is missing");
  for (const name of named.filter((one) => /PASSWORD|KEY|SECRET/.test(one)))
    expect(example, name).toMatch(new RegExp(`^${name}=$`, "m"));

  const { services, volumes } = composeFile.parse(
    parse(text, (_, value: unknown) => (typeof value === "string" ? fillIn(value, secrets) : value), {
      merge: true,
    }),
  );
  expect(Object.keys(services).toSorted()).toEqual(["backup", "bucket", "database", "site", "store"]);
  for (const name of ["site", "bucket", "backup"]) {
    const { environment, command } = services[name] ?? { environment: {} };
    const config = loadConfig({ ...environment, DATA_DIR: "/data", HOST: "0.0.0.0" });
    expect(config.photos).toMatchObject({ store: "s3", endpoint: "http://store:9000", bucket: "photos" });
    expect(config.database.url).toBe("postgres://vetura:geheim@database:5432/vetura");
    expect(config.demo.enabled).toBe(false);
    const program = command?.[1];
    if (program !== undefined) expect(existsSync(join(root, program)), program).toBe(true);
  }
  expect(services["site"]?.depends_on).toEqual({
    database: { condition: "service_healthy" },
    bucket: { condition: "service_completed_successfully" },
  });
  for (const name of ["database", "store"])
    expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1);
  const used = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(":")[0]));
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
});
