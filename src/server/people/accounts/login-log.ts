import { createHmac } from "node:crypto";
import { isIPv4 } from "node:net";
import type { Context } from "#server/context.ts";
import { network } from "#server/http/limits.ts";

export type LoginFailure = "wrong_credentials" | "wrong_code";

/** Networks within which people move: a /24, or IPv6's /64. */
function networkClass(address: string): string {
  return isIPv4(address) ? `${address.split(".").slice(0, 3).join(".")}.0/24` : network(address);
}

/**
 * Logs a failed sign-in in one line: the account (which may not exist) and the network, each as a keyed hash.
 * Many accounts from one network are password spraying; many networks at one account are an attack on it. The
 * key is in the database (`site_keys`): all processes log equal hashes, and readers of the log cannot test
 * e-mails against them.
 */
export async function logFailedLogin(
  { siteKey, log }: Pick<Context, "siteKey" | "log">,
  { email, address, knownDevice }: { email: string; address: string; knownDevice: boolean },
  why: LoginFailure,
): Promise<void> {
  const key = await siteKey("login_log");
  const hash = (kind: string, text: string) =>
    // Begins with a letter: the log masks digits as a phone number.
    `h${createHmac("sha256", key).update(`${kind} ${text}`).digest("hex").slice(0, 15)}`;
  log.info("login.failed", {
    why,
    triedAccount: hash("account", email),
    network: hash("network", networkClass(address)),
    knownDevice,
  });
}
