import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Cmd,
  Copy,
  DockerfileParser,
  Env,
  From,
  Healthcheck,
  type Instruction,
  type JSONInstruction,
} from "dockerfile-ast";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { loadConfig } from "#server/config.ts";
import { nodeFlags } from "./steps/setup.mjs";

// The tests run no container engine: they parse the Dockerfile and compose.yaml.

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (name: string) => readFile(join(root, name), "utf8");

/** The instructions of each stage of the Dockerfile. */
async function readStages(): Promise<Instruction[][]> {
  const stages: Instruction[][] = [];
  for (const instruction of DockerfileParser.parse(await read("Dockerfile")).getInstructions()) {
    if (instruction instanceof From) stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Instructions of one kind: `only(stage, From)`. */
function only<Kind extends Instruction>(
  stage: readonly Instruction[],
  kind: abstract new (...args: never) => Kind,
): Kind[] {
  return stage.filter((instruction): instruction is Kind => instruction instanceof kind);
}

/** The text after the keyword, without line continuations. */
function argumentsOf(instruction: Instruction): string {
  return instruction
    .getArguments()
    .map((argument) => argument.getValue())
    .join(" ");
}

/** The strings of the exec form; null for the shell form, whose shell does not forward signals. */
function execForm(instruction: JSONInstruction | undefined): string[] | null {
  const strings = instruction?.getJSONStrings() ?? [];
  return strings.length === 0 ? null : strings.map((string) => string.getJSONValue());
}

test("both stages of the Dockerfile use the exact Node version of the project", async () => {
  const version = (await read(".node-version")).trim();
  const stages = await readStages();
  const images = stages.map((stage) => only(stage, From)[0]?.getImage());
  expect(images).toEqual([`node:${version}-trixie-slim`, `node:${version}-trixie-slim`]);
  // No parser directive: no Dockerfile frontend must be downloaded.
  expect(await read("Dockerfile")).not.toMatch(/^# *syntax=/m);
  expect(stages.map((stage) => only(stage, From)[0]?.getBuildStage())).toEqual(["build", null]);
});

test("the Dockerfile copies only existing files from existing stages and downloads nothing", async () => {
  const stages = await readStages();
  const names = stages.flatMap((stage) => only(stage, From)[0]?.getBuildStage() ?? []);
  for (const instruction of stages.flat()) {
    // ADD unpacks archives and downloads URLs.
    expect(instruction.getKeyword()).not.toBe("ADD");
    if (!(instruction instanceof Copy)) continue;
    const from = instruction.getFromFlag()?.getValue() ?? null;
    if (from !== null) {
      expect(names).toContain(from);
      continue;
    }
    const sources = instruction
      .getArguments()
      .slice(0, -1)
      .map((argument) => argument.getValue());
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
  }
});

test("the image runs as an unprivileged user, has a health check and receives signals", async () => {
  const last = (await readStages()).at(-1) ?? [];
  const keywords = last.map((instruction) => instruction.getKeyword());
  const user = keywords.lastIndexOf("USER");
  expect(last[user] === undefined ? null : argumentsOf(last[user])).toBe("node");
  expect(keywords.slice(user)).not.toContain("RUN");
  expect(keywords.filter((keyword) => keyword === "CMD" || keyword === "ENTRYPOINT")).toEqual(["CMD"]);
  const command = execForm(only(last, Cmd)[0]);
  expect(command).toEqual(["node", ...nodeFlags, "src/main.ts"]);
  expect(existsSync(join(root, command?.at(-1) ?? ""))).toBe(true);
  expect(only(last, Healthcheck).map(argumentsOf).join("")).toContain("/healthz");
});

test("the image exposes its port, keeps DATA_DIR on a volume and has a valid configuration", async () => {
  const last = (await readStages()).at(-1) ?? [];
  const environment = Object.fromEntries(
    only(last, Env).flatMap((env) => env.getProperties().map((one) => [one.getName(), one.getValue() ?? ""])),
  );
  const config = loadConfig(environment);
  expect(config.environment).toBe("production");
  expect(config.http).toMatchObject({ host: "0.0.0.0" });
  const named = (keyword: string) =>
    last.filter((instruction) => instruction.getKeyword() === keyword).map(argumentsOf);
  expect(named("EXPOSE")).toEqual([String(config.http.port)]);
  expect(named("VOLUME")).toEqual([config.dataDir]);
  // The health check uses the configured port.
  expect(only(last, Healthcheck).map(argumentsOf).join("")).toContain("process.env.PORT");
});

test("git ignores .env and contains only an example of it", async () => {
  const ignored = (await read(".gitignore")).split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".env", ".env.*"]));
  expect(existsSync(join(root, "deploy/env.example"))).toBe(true);
});

test(".dockerignore excludes secrets and large folders from the image", async () => {
  const ignored = (await read(".dockerignore")).split("\n");
  for (const name of [".git", "node_modules", "data", "backups", ".env*", "build"])
    expect(ignored).toContain(name);
});

const service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
  profiles: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.array(z.looseObject({ ip_range: z.string() })) }) }),
  }),
});

/** Interpolates variables as Compose does: `${NAME}`, `${NAME:-other}`, `${NAME:?why}`. */
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

test("compose.yaml gives the site a valid configuration and health checks for the database and the store", async () => {
  const text = await read("compose.yaml");
  const example = await read("deploy/env.example");
  const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? "");
  const secrets = { POSTGRES_PASSWORD: "geheim", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
  // The file contains no secret, and Compose refuses to start without them.
  expect(() => fillIn(text, {})).toThrow("is missing");
  for (const name of named.filter((one) => /PASSWORD|KEY|SECRET/.test(one)))
    expect(example, name).toMatch(new RegExp(`^${name}=$`, "m"));

  const { services, volumes, networks } = composeFile.parse(
    parse(text, (_, value: unknown) => (typeof value === "string" ? fillIn(value, secrets) : value), {
      merge: true,
    }),
  );
  expect(Object.keys(services).toSorted()).toEqual([
    "backup",
    "bucket",
    "database",
    "proxy",
    "site",
    "store",
  ]);
  for (const name of ["site", "bucket", "backup"]) {
    const { environment, command } = services[name] ?? { environment: {} };
    const config = loadConfig({ ...environment, DATA_DIR: "/data", HOST: "0.0.0.0" });
    expect(config.photos).toMatchObject({ store: "s3", endpoint: "http://store:9000", bucket: "photos" });
    expect(config.database.url).toBe("postgres://vetura:geheim@database:5432/vetura");
    expect(config.demo.enabled).toBe(false);
    // Other containers scrape the metrics; the port is not published.
    expect(config.telemetry.metricsHost).toBe("0.0.0.0");
    const program = command?.[1];
    if (program !== undefined) expect(existsSync(join(root, program)), program).toBe(true);
  }
  expect(services["site"]?.depends_on).toEqual({
    database: { condition: "service_healthy" },
    bucket: { condition: "service_completed_successfully" },
  });
  // Only this machine's proxy reaches the site, because published ports bypass most firewalls.
  const { proxy, ...others } = services;
  const ports = Object.values(others).flatMap((one) => one.ports ?? []);
  expect(ports).toEqual(["127.0.0.1:3000:3000"]);
  // Our image is built; the others have a full version, neither `latest` nor only a major version.
  for (const [name, { image }] of Object.entries(services))
    expect(image, name).toMatch(image === "vetura" ? /^vetura$/ : /^[\w./-]+:\d+\.\d+(\.\d+)?(-\w+)?$/);
  for (const name of ["database", "store"])
    expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1);
  const mounted = Object.values(services).flatMap((one) =>
    one.volumes.map((volume) => volume.split(":")[0] ?? ""),
  );
  const used = mounted.filter((volume) => !volume.startsWith("./"));
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
  for (const file of mounted.filter((volume) => volume.startsWith("./")))
    expect(existsSync(join(root, file)), file).toBe(true);

  // The proxy has its own profile, forwards to the site, and is trusted by its address.
  expect(proxy?.profiles).toEqual(["https"]);
  expect(proxy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  expect(proxy?.environment).toEqual({
    PUBLIC_URL: services["site"]?.environment["PUBLIC_URL"],
    SITE_UPSTREAM: "site:3000",
  });
  const address = proxy?.networks?.default.ipv4_address ?? "";
  expect(services["site"]?.environment["TRUSTED_PROXIES"]).toBe(address);
  // No other container gets the proxy's address.
  const [givenOut = "", bits = ""] = networks.default.ipam.config[0]?.ip_range.split("/") ?? [];
  const range = new BlockList();
  range.addSubnet(givenOut, Number(bits));
  expect(range.check(address)).toBe(false);
});
