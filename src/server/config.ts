import { isIP } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";

/** The listening address, and the trusted proxies. */
export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** False only for load tests. */
  readonly rateLimits: boolean;
}

/** The site's name and public address. */
export interface SiteConfig {
  readonly name: string;
  /** Origin for absolute links, without a slash at the end. */
  readonly publicUrl: string;
  /** PUBLIC_URL is https: cookies are `Secure` and carry the `__Host-` prefix. */
  readonly secure: boolean;
  readonly contactEmail: string;
  readonly contactPhone: string;
  readonly socials: { readonly facebook: string; readonly instagram: string; readonly tiktok: string };
}

export interface DatabaseConfig {
  /** Null: the embedded PostgreSQL in the data folder. */
  readonly url: string | null;
  /** A pooler in transaction mode before the same database, for requests; null: they use `url`. */
  readonly poolUrl: string | null;
  /** Public reads may go there. */
  readonly replicaUrl: string | null;
}

export type PhotosConfig =
  | { readonly store: "disk"; readonly folder: string }
  | {
      readonly store: "s3";
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Public base of the photos; null: this process serves them. */
      readonly publicUrl: string | null;
    };

export type PaymentsConfig =
  | {
      readonly mode: "sandbox";
      /** Null: the first free one from `firstPort`. */
      readonly port: number | null;
      readonly firstPort: number;
    }
  | { readonly mode: "stripe"; readonly secretKey: string; readonly webhookSecret: string };

export type MailConfig =
  | { readonly transport: "outbox"; readonly folder: string; readonly from: string }
  | { readonly transport: "smtp"; readonly url: string; readonly from: string };

/** Everything the environment decides, read once at start. */
export interface Config {
  readonly environment: "production" | "development" | "test";
  readonly http: HttpConfig;
  readonly site: SiteConfig;
  /** Variables for settings as given: they only affect the first version of the settings. */
  readonly givenSettings: Readonly<Partial<Record<string, string>>>;
  /** Absolute. */
  readonly dataDir: string;
  /** Browsers may save cars for offline reading. */
  readonly offlineReading: boolean;
  readonly database: DatabaseConfig;
  readonly photos: PhotosConfig;
  /** Null: not started by `npm run dev`. */
  readonly dev: z.infer<typeof devServer> | null;
  readonly payments: PaymentsConfig;
  readonly mail: MailConfig;
  /** An admin that must exist after the start. */
  readonly admin: { readonly email: string; readonly password: string } | null;
  /** The dashboard is closed to admins without a second factor. */
  readonly adminTotpRequired: boolean;
  /** The token for monitoring's health check; null: only an admin's session. */
  readonly monitoringToken: string | null;
  /** Encrypts secrets in the database; null: a generated key in the data folder. */
  readonly secretKey: string | null;
  /** `password` null: a random one is generated and stored in the data folder. */
  readonly demo: { readonly enabled: boolean; readonly password: string | null };
  /** host:port pairs that dealers' files may be fetched from although they are not public: for tests. */
  readonly importAllowedHosts: readonly string[];
  readonly telemetry: {
    readonly metricsPort: number | null;
    readonly metricsHost: string;
    readonly otlpEndpoint: string | null;
  };
}

/** The environment is invalid; the message names the variable and its valid values. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const port = z.coerce.number().int().min(1).max(65_535);
const portMessage = "must be a port, a whole number from 1 to 65535";
const httpUrl = z.url({ protocol: /^https?$/, hostname: /.+/ });
const httpUrlMessage = "must be an address that starts with http:// or https://";
/** The driver decodes user, password and name of the database: a bare % would end the start without a reason. */
const bareUrlPercent = /%(?![\da-f]{2})/i;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine((address) => !bareUrlPercent.test(address));
const postgresUrlMessage =
  "must be an address that starts with postgres:// or postgresql://, with each % of a password written %25";
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i;
const text = (longest: number) => z.string().min(1).max(longest);
/** A bare address, or `Name <address>` as in mail headers. */
const mailbox = z.union([z.email(), z.string().regex(/^[^<>\r\n]{1,100}<[^\s<>@]+@[^\s<>@]+>$/)]);

/** The services that `npm run dev` (src/dev.ts) runs beside the server, as JSON. */
const devServer = z
  .string()
  .transform((value): unknown => JSON.parse(value))
  .pipe(
    z.object({
      /** Where pages are rendered. */
      pages: z.string(),
      sandbox: z
        .object({
          secretKey: z.string(),
          webhookSecret: z.string(),
          address: z.object({ host: z.string(), port, protocol: z.literal("http") }),
        })
        .nullable(),
    }),
  );

/** The environment's values for the first version of the settings (server/platform/settings). */
const settingVariables = ["CONTACT_EMAIL", "CONTACT_PHONE", "FACEBOOK_URL", "INSTAGRAM_URL", "TIKTOK_URL"];

/** One address, or a range in CIDR notation. */
function isAddressOrRange(value: string): boolean {
  const [address, prefix, ...rest] = value.split("/");
  const family = isIP(address ?? "");
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/**
 * Parses the configuration from environment variables; an empty variable counts as unset. Throws a ConfigError
 * that names the first invalid one.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === "" ? undefined : value;
  };

  /** The variable's value, or the default if it is unset. Secrets are never part of the message. */
  function read<Value, Fallback>(
    name: string,
    schema: z.ZodType<Value>,
    fallback: Fallback,
    message: string,
  ): Value | Fallback {
    const value = given(name);
    if (value === undefined) return fallback;
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new ConfigError(`${name} ${message}.`);
    return parsed.data;
  }

  /** Several variables that are required together. */
  function together(names: readonly string[]): boolean {
    const missing = names.filter((name) => given(name) === undefined);
    if (missing.length === names.length) return false;
    if (missing.length > 0) {
      const present = names.filter((name) => given(name) !== undefined);
      throw new ConfigError(`${missing.join(", ")} must be set too, because ${present.join(", ")} is set.`);
    }
    return true;
  }

  const httpPort = read("PORT", port, 3000, portMessage);
  const publicUrl = new URL(read("PUBLIC_URL", httpUrl, `http://localhost:${httpPort}`, httpUrlMessage));
  if (publicUrl.pathname !== "/" || publicUrl.search !== "" || publicUrl.hash !== "") {
    throw new ConfigError("PUBLIC_URL must be an origin, without a path: the site stands at its root.");
  }
  const siteName = read("SITE_NAME", text(60), "Vetura", "must be a name of 1 to 60 characters");
  const dataDir = resolve(read("DATA_DIR", text(4096), "./data", "must be a folder"));
  const databaseUrl = read("DATABASE_URL", postgresUrl, null, postgresUrlMessage);
  const poolUrl = read("DATABASE_POOL_URL", postgresUrl, null, postgresUrlMessage);
  if (poolUrl !== null && databaseUrl === null) {
    throw new ConfigError(
      "DATABASE_URL must be set too, because DATABASE_POOL_URL is set: what needs a connection of its own goes there.",
    );
  }
  const contactEmail = read("CONTACT_EMAIL", z.email(), "info@vetura.example", "must be an e-mail address");

  const listed = (name: string): string[] =>
    (given(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");

  const trustedProxies = listed("TRUSTED_PROXIES");
  const wrongProxy = trustedProxies.find((address) => !isAddressOrRange(address));
  if (wrongProxy !== undefined) {
    throw new ConfigError(
      `TRUSTED_PROXIES must be IP addresses or ranges separated by commas; "${wrongProxy}" is none.`,
    );
  }

  let photos: PhotosConfig = { store: "disk", folder: resolve(dataDir, "photos") };
  if (together(["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])) {
    photos = {
      store: "s3",
      endpoint: read("S3_ENDPOINT", httpUrl, "", httpUrlMessage),
      bucket: read(
        "S3_BUCKET",
        z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
        "",
        "must be a bucket's name",
      ),
      region: read("S3_REGION", text(60), "us-east-1", "must be a region's name"),
      accessKeyId: given("S3_ACCESS_KEY_ID") ?? "",
      secretAccessKey: given("S3_SECRET_ACCESS_KEY") ?? "",
      publicUrl: read("S3_PUBLIC_URL", httpUrl, null, httpUrlMessage)?.replace(/\/+$/, "") ?? null,
    };
  }

  let payments: PaymentsConfig = {
    mode: "sandbox",
    port: read("SANDBOX_PORT", port, null, portMessage),
    // Above the highest port there is nothing to try.
    firstPort: Math.min(httpPort + 1000, 65_000),
  };
  if (together(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])) {
    payments = {
      mode: "stripe",
      secretKey: read(
        "STRIPE_SECRET_KEY",
        z.string().regex(/^(sk|rk)_/),
        "",
        "must be a Stripe key that starts with sk_ or rk_",
      ),
      webhookSecret: read("STRIPE_WEBHOOK_SECRET", z.string().regex(/^whsec_/), "", "must start with whsec_"),
    };
  }

  const from = read(
    "MAIL_FROM",
    mailbox,
    `${siteName.replaceAll(/[<>\r\n"]/g, "")} <${contactEmail}>`,
    "must be an e-mail address, or Name <address>",
  );
  const smtpUrl = read(
    "SMTP_URL",
    z.url({ protocol: /^smtps?$/ }),
    null,
    "must be an address that starts with smtp:// or smtps://",
  );

  const admin = together(["ADMIN_EMAIL", "ADMIN_PASSWORD"])
    ? {
        email: read("ADMIN_EMAIL", z.email(), "", "must be an e-mail address").toLowerCase(),
        password: read(
          "ADMIN_PASSWORD",
          z.string().min(8).max(200),
          "",
          "must have 8 characters at least, 200 at most",
        ),
      }
    : null;

  // Demo data goes into an external database or beside real payments only on request.
  const demoByDefault = databaseUrl === null && payments.mode === "sandbox";

  const metricsPort = read("METRICS_PORT", port, null, portMessage);
  if (metricsPort === httpPort) {
    throw new ConfigError("METRICS_PORT must be another than PORT: metrics are not for visitors.");
  }

  const environment = read(
    "NODE_ENV",
    z.enum(["production", "development", "test"]),
    "production",
    "must be production, development or test",
  );
  const importAllowedHosts = listed("IMPORT_ALLOWED_HOSTS");
  if (importAllowedHosts.length > 0 && environment === "production") {
    throw new ConfigError(
      "IMPORT_ALLOWED_HOSTS lets dealers' files come from inside the network: it is for tests, where NODE_ENV is development or test.",
    );
  }
  const wrongHost = importAllowedHosts.find((pair) => !hostAndPort.test(pair));
  if (wrongHost !== undefined) {
    throw new ConfigError(
      `IMPORT_ALLOWED_HOSTS must be host:port pairs separated by commas; "${wrongHost}" is none.`,
    );
  }

  return {
    environment,
    http: {
      host: read("HOST", text(255), "127.0.0.1", "must be an address to listen on"),
      port: httpPort,
      trustedProxies,
      rateLimits: read("RATE_LIMITS", z.enum(["on", "off"]), "on", "must be on or off") === "on",
    },
    site: {
      name: siteName,
      publicUrl: publicUrl.origin,
      secure: publicUrl.protocol === "https:",
      contactEmail,
      contactPhone: read(
        "CONTACT_PHONE",
        z.string().regex(/^\+?[\d\s()/-]{6,30}$/),
        "+383 38 000 000",
        "must be a phone number",
      ),
      socials: {
        facebook: read("FACEBOOK_URL", httpUrl, "https://www.facebook.com/", httpUrlMessage),
        instagram: read("INSTAGRAM_URL", httpUrl, "https://www.instagram.com/", httpUrlMessage),
        tiktok: read("TIKTOK_URL", httpUrl, "https://www.tiktok.com/", httpUrlMessage),
      },
    },
    givenSettings: Object.fromEntries(
      settingVariables.flatMap((name) => {
        const value = given(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    dataDir,
    offlineReading: read("OFFLINE_READING", z.enum(["on", "off"]), "on", "must be on or off") === "on",
    database: {
      url: databaseUrl,
      poolUrl,
      replicaUrl: read("DATABASE_REPLICA_URL", postgresUrl, null, postgresUrlMessage),
    },
    photos,
    dev: read("DEV_SERVER", devServer, null, "is set by npm run dev"),
    payments,
    mail:
      smtpUrl === null
        ? { transport: "outbox", folder: resolve(dataDir, "outbox"), from }
        : { transport: "smtp", url: smtpUrl, from },
    admin,
    adminTotpRequired: read("ADMIN_TOTP_REQUIRED", z.enum(["0", "1"]), "0", "must be 0 or 1") === "1",
    monitoringToken: read(
      "MONITORING_TOKEN",
      z.string().regex(/^[\w.~+/-]{20,500}$/),
      null,
      "must have 20 to 500 letters, digits or . _ ~ + / -",
    ),
    secretKey: read(
      "SECRET_KEY",
      z.string().min(32).max(500),
      null,
      "must have 32 characters at least, 500 at most",
    ),
    demo: {
      enabled: read("DEMO", z.enum(["0", "1"]), demoByDefault ? "1" : "0", "must be 0 or 1") === "1",
      password: read(
        "DEMO_PASSWORD",
        z.string().min(6).max(200),
        null,
        "must have 6 characters at least, 200 at most",
      ),
    },
    importAllowedHosts,
    telemetry: {
      metricsPort,
      // Not HOST: metrics are not public.
      metricsHost: read("METRICS_HOST", text(255), "127.0.0.1", "must be an address to listen on"),
      otlpEndpoint: read("OTEL_EXPORTER_OTLP_ENDPOINT", httpUrl, null, httpUrlMessage),
    },
  };
}
