import type { Config } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import type { ReportRow } from "#server/start-report.ts";
import type { ProviderAccess } from "./provider.ts";
import { type ProviderCheck, providerWarnings } from "./provider-check.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

export interface OpenedProvider {
  readonly access: ProviderAccess;
  /** The sandbox's address; null: Stripe itself. */
  readonly sandbox: string | null;
}

/** The way to card payments: Stripe's, or the sandbox, which is started. `onOpen` is given how to stop it. */
export async function openProvider(
  { payments, dataDir, http, dev }: Config,
  log: Logger,
  onOpen: (close: () => Promise<void>) => void,
): Promise<OpenedProvider> {
  if (payments.mode === "stripe") {
    const { secretKey, webhookSecret } = payments;
    return { access: { secretKey, webhookSecret, address: null }, sandbox: null };
  }
  if (dev !== null && dev.sandbox !== null) {
    const { sandbox: access } = dev;
    return { access, sandbox: `http://${access.address.host}:${access.address.port}` };
  }
  const sandbox = await startSandboxProcess({
    dataDir,
    port: payments.port,
    firstPort: payments.firstPort,
    webhookUrl: `${localUrl(http)}/api/payment/webhook`,
    log,
  });
  onOpen(() => sandbox.stop());
  return { access: sandbox.access, sandbox: sandbox.url };
}

/** Where this process can be reached from this machine. */
function localUrl({ host, port }: Config["http"]): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** What the start prints about card payments, and its warnings. */
export function paymentRows({ sandbox }: OpenedProvider, check: ProviderCheck | null): ReportRow[] {
  if (sandbox !== null) return [["Card payments", `test mode, ${sandbox} (4242 4242 4242 4242 pays)`]];
  if (check === null) return [];
  const name = check.account === null ? "" : `, ${check.account.split(":")[0]}`;
  return [
    ["Card payments", `Stripe, ${check.mode} mode${name}`],
    ...providerWarnings(check).map((warning) => ["", `Warning: ${warning}`] as const),
  ];
}
