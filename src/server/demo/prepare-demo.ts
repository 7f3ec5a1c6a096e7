import { randomInt } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import type { ReportRow } from "#server/start-report.ts";
import type { ProviderAccess } from "#server/money/billing/provider.ts";
import { demoLogins, type DemoLogins } from "./demo-rows.ts";
import { subscribeDemoDealer, type SubscribeDemoDealerOptions } from "./demo-subscription.ts";
import { hasDemoData, seedDemo, type SeedDemoOptions } from "./seed-demo.ts";

export interface PrepareDemoOptions {
  readonly config: Pick<Config, "dataDir" | "demo"> & Pick<SubscribeDemoDealerOptions, "site">;
  readonly db: Kysely<DB>;
  readonly log: Logger;
  /** The payment provider; the demo's dealer has a subscription if it is the sandbox. */
  readonly payments: ProviderAccess | null;
  readonly photos: SeedDemoOptions["photos"];
  readonly secretBox?: SeedDemoOptions["secretBox"];
  readonly now: Date;
  readonly onProgress: (done: number, total: number) => void;
}

export type PreparedDemo = Omit<DemoLogins, "password"> & { readonly password: string | null };

/** Easily typed from a screen: without similar letters. 57^12 are some 2^70. */
const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function randomPassword(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");
}

/**
 * Makes sure that the demo data is stored if the configuration wants it, and returns the logins to print, with
 * the password from the data folder. Null without a demo; the password is null if another process with another
 * data folder created it.
 */
export async function prepareDemo(options: PrepareDemoOptions): Promise<PreparedDemo | null> {
  const { config, db } = options;
  if (!config.demo.enabled) return null;
  const file = join(config.dataDir, "demo-password");
  const stored = (await readFile(file, "utf8").catch(() => "")).trim();
  if (await hasDemoData(db)) {
    const password = stored === "" ? config.demo.password : stored;
    return { ...demoLogins(""), password };
  }
  const password = config.demo.password ?? (stored === "" ? randomPassword() : stored);
  // Stored before it is used: a crash between must not leave logins with an unknown password.
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  const { log, now, payments: access, photos, secretBox, onProgress } = options;
  return seedDemo({
    db,
    photos,
    ...(secretBox === undefined ? {} : { secretBox }),
    password,
    now,
    onProgress,
    subscribe: ({ email }) => subscribeDemoDealer({ access, log, site: config.site, now, email }),
  });
}

/** The start report's lines about the demo's logins. */
export function demoRows({ admin, dealer, seller, password }: PreparedDemo): ReportRow[] {
  return [
    ["Admin", admin],
    ["Dealer", dealer],
    ["Seller", seller],
    ["Password", password ?? "the one of the first start"],
  ];
}
