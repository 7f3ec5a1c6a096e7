import { createHmac } from "node:crypto";
import { isIPv4 } from "node:net";
import type { SiteKey } from "#server/db/site-keys.ts";
import { network } from "#server/http/limits.ts";
import type { Logger } from "#server/log.ts";

export type LoginFailure = "wrong_credentials" | "wrong_code";

export interface LoginLog {
  /**
   * One line for a failed sign-in: the account that was tried (there or not) and the network it came from, each as a keyed
   * hash. Many accounts from one network are a spray, many networks at one account an attack on it.
   */
  failed(attempt: { email: string; address: string; knownDevice: boolean }, why: LoginFailure): Promise<void>;
}

/** The networks that people move within: a /24, or IPv6's /64. */
function networkClass(address: string): string {
  return isIPv4(address) ? `${address.split(".").slice(0, 3).join(".")}.0/24` : network(address);
}

/**
 * The key is in the database (`site_keys`), so that all processes write the same hashes, also after a restart; a reader
 * of the log alone cannot try out e-mails on it.
 */
export function createLoginLog({ siteKey, log }: { siteKey: SiteKey; log: Logger }): LoginLog {
  return {
    failed: async ({ email, address, knownDevice }, why) => {
      const key = await siteKey("login_log");
      const hash = (kind: string, text: string) =>
        // Begins with a letter: digits alone would be taken for a phone number, and left out of the log.
        `h${createHmac("sha256", key).update(`${kind} ${text}`).digest("hex").slice(0, 15)}`;
      log.info("login.failed", {
        why,
        triedAccount: hash("account", email),
        network: hash("network", networkClass(address)),
        knownDevice,
      });
    },
  };
}
