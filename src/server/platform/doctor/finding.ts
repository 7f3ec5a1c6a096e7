import { isPublicAddress } from "#domain/operation/configuration.ts";
import type { Config } from "#server/config.ts";
import type { ProviderAccess } from "#server/money/billing/provider.ts";

/** `good`; `note`: possibly intended; `act`: needs action. */
export type FindingState = "good" | "note" | "act";

/** A check's result in one line; `advice` says what to do. */
export interface Finding {
  readonly subject: string;
  readonly state: FindingState;
  readonly text: string;
  readonly advice?: string;
}

/** Input of the checks, and their outside connections; tests replace them. */
export interface DoctorContext {
  readonly config: Config;
  /** Opens the site's database once for all checks, starting the embedded one if the site is stopped. */
  readonly databaseUrl: () => Promise<string>;
  readonly now: () => Date;
  /** Null: Stripe's own. */
  readonly providerAddress: ProviderAccess["address"];
  /** TXT records of a name; rejects as `node:dns` does. */
  readonly resolveTxt: (name: string) => Promise<string[][]>;
  /** Folder of `npm run backup`. */
  readonly backupsFolder: string;
}

export interface Check {
  readonly subject: string;
  /** Milliseconds; ten seconds by default. */
  readonly maxDuration?: number;
  run(context: DoctorContext): Promise<readonly Finding[]>;
}

/** Makes findings of one subject: `const { good, act } = findings("Mail")`. */
export function findings(subject: string) {
  const finding =
    (state: FindingState) =>
    (text: string, advice?: string): Finding => ({
      subject,
      state,
      text,
      ...(advice === undefined ? {} : { advice }),
    });
  return { good: finding("good"), note: finding("note"), act: finding("act") };
}

export function isPublic({ site }: Config): boolean {
  return isPublicAddress(site.publicUrl);
}

/** An error's message and code: socket errors say little without the latter. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses of one host were tried.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const [line = ""] = error.message.split("\n");
  if (line === "" || line === "fetch failed") return inner === undefined ? error.name : describeError(inner);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return code === "" || line.includes(code) ? line : `${line} (${code})`;
}
