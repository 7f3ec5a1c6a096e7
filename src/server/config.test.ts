import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

describe("an empty environment", () => {
  test("an empty environment gives a site on the loopback address with everything embedded", () => {
    const config = loadConfig({});
    expect(config.http).toEqual({ host: "127.0.0.1", port: 3000, trustedProxies: [], rateLimits: true });
    expect(config.site.publicUrl).toBe("http://localhost:3000");
    expect(config.site.secure).toBe(false);
    expect(config.dataDir).toBe(resolve("data"));
    expect(config.database).toEqual({ url: null, poolUrl: null, replicaUrl: null });
    expect(config.photos).toEqual({ store: "disk", folder: resolve("data/photos") });
    expect(config.payments).toEqual({ mode: "sandbox", port: null, firstPort: 4000 });
    expect(config.mail).toMatchObject({ transport: "outbox", folder: resolve("data/outbox") });
    expect(config.demo).toEqual({ enabled: true, password: null });
    expect(config.admin).toBeNull();
    expect(config.environment).toBe("production");
  });

  test("a variable set to the empty string counts as not set", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: " ", S3_BUCKET: "" })).toEqual(loadConfig({}));
  });
});

test("links follow PORT unless PUBLIC_URL is set", () => {
  expect(loadConfig({ PORT: "8080" }).site.publicUrl).toBe("http://localhost:8080");
  const behindProxy = loadConfig({ PORT: "8080", PUBLIC_URL: "https://vetura.example/" });
  expect(behindProxy.site.publicUrl).toBe("https://vetura.example");
  expect(behindProxy.site.secure).toBe(true);
});

test("metrics listen on the loopback address unless METRICS_HOST is set, whatever HOST is", () => {
  const { telemetry } = loadConfig({ HOST: "0.0.0.0", METRICS_PORT: "9100" });
  expect(telemetry).toMatchObject({ metricsHost: "127.0.0.1", metricsPort: 9_100 });
  expect(loadConfig({ METRICS_HOST: "10.0.0.2" }).telemetry.metricsHost).toBe("10.0.0.2");
});

describe("demo data", () => {
  test("demo data is off with an external database and with real payments", () => {
    expect(loadConfig({ DATABASE_URL: "postgres://db/vetura" }).demo.enabled).toBe(false);
    expect(
      loadConfig({ STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" }).demo.enabled,
    ).toBe(false);
  });

  test("demo data can be switched on and off explicitly", () => {
    expect(loadConfig({ DATABASE_URL: "postgres://db/vetura", DEMO: "1" }).demo.enabled).toBe(true);
    expect(loadConfig({ DEMO: "0" }).demo.enabled).toBe(false);
  });
});

test("an S3 store replaces the disk", () => {
  const config = loadConfig({
    S3_ENDPOINT: "http://localhost:9000",
    S3_BUCKET: "vetura-photos",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_PUBLIC_URL: "https://cdn.example/photos/",
  });
  expect(config.photos).toMatchObject({
    store: "s3",
    bucket: "vetura-photos",
    region: "us-east-1",
    publicUrl: "https://cdn.example/photos",
  });
});

test("trusted proxies can be addresses and ranges", () => {
  const { trustedProxies } = loadConfig({ TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.168.1.1" }).http;
  expect(trustedProxies).toEqual(["10.0.0.0/8", "::1", "192.168.1.1"]);
});

test("hosts that dealers' files may come from are named in development and tests only", () => {
  const hosts = "127.0.0.1:8443, [::1]:9000,feed.test:80";
  expect(loadConfig({}).importAllowedHosts).toEqual([]);
  expect(loadConfig({ IMPORT_ALLOWED_HOSTS: hosts, NODE_ENV: "test" }).importAllowedHosts).toEqual([
    "127.0.0.1:8443",
    "[::1]:9000",
    "feed.test:80",
  ]);
  expect(
    loadConfig({ IMPORT_ALLOWED_HOSTS: hosts, NODE_ENV: "development" }).importAllowedHosts,
  ).toHaveLength(3);
  expect(() => loadConfig({ IMPORT_ALLOWED_HOSTS: hosts })).toThrow(ConfigError);
  expect(() => loadConfig({ IMPORT_ALLOWED_HOSTS: hosts, NODE_ENV: "production" })).toThrow(ConfigError);
  expect(() => loadConfig({ IMPORT_ALLOWED_HOSTS: "127.0.0.1", NODE_ENV: "test" })).toThrow(
    /"127\.0\.0\.1" is none/,
  );
});

test.each([
  ["PORT", "0"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "vetura.example"],
  ["PUBLIC_URL", "https://vetura.example/shop"],
  ["PUBLIC_URL", "javascript:alert(1)"],
  ["DATABASE_URL", "mysql://db/vetura"],
  ["DATABASE_URL", "postgres://vetura:50%off@db/vetura"],
  ["DATABASE_POOL_URL", "http://pooler/vetura"],
  ["SMTP_URL", "http://mail.example"],
  ["MAIL_FROM", "nobody"],
  ["RATE_LIMITS", "no"],
  ["OFFLINE_READING", "0"],
  ["DEMO", "yes"],
  ["DEMO_PASSWORD", "short"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "proxy"],
  ["METRICS_PORT", "x"],
  ["CONTACT_EMAIL", "info"],
  ["CONTACT_PHONE", "call us"],
  ["FACEBOOK_URL", "facebook"],
  ["NODE_ENV", "staging"],
])("%s=%s is refused with an error that names the variable", (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
});

test.each([
  [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET"],
  [{ S3_BUCKET: "photos", S3_ENDPOINT: "http://s3" }, "S3_ACCESS_KEY_ID"],
  [{ ADMIN_EMAIL: "admin@vetura.example" }, "ADMIN_PASSWORD"],
  [{ DATABASE_POOL_URL: "postgres://pooler/vetura" }, "DATABASE_URL"],
])("a half-set group %o is refused with an error that names %s", (env, missing) => {
  expect(() => loadConfig(env)).toThrow(new RegExp(missing));
});

test("a configuration error never contains a secret", () => {
  const secret = "pk_live_do_not_log";
  expect(() => loadConfig({ STRIPE_SECRET_KEY: secret, STRIPE_WEBHOOK_SECRET: "whsec_1" })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining(secret) }),
  );
});

test("the README names every variable that the configuration reads", async () => {
  // Those that are read only beside others.
  const given = Object.fromEntries(
    ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].map((name) => [
      name,
      "http://s3",
    ]),
  );
  const read = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    { ...given, S3_BUCKET: "photos", STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    {
      get: (target, name) => {
        if (typeof name === "symbol") return undefined;
        read.add(name);
        return target[name];
      },
    },
  );
  loadConfig(env);
  // Set by `npm run dev` for its own processes.
  read.delete("DEV_SERVER");
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  expect(read.size).toBeGreaterThan(30);
  expect([...read].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
