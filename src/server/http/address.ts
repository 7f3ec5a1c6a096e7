import { BlockList, isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { notesOf } from "./request-notes.ts";
import type { AppEnv } from "./session.ts";

/** An address without brackets, port, zone or the IPv4-in-IPv6 prefix; null for anything else. */
function plainAddress(text: string): string | null {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text.trim())?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text.trim())?.[1];
  const address = (bracketed ?? withPort ?? text.trim()).replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  const plain = mapped ?? address;
  return isIP(plain) === 0 ? null : plain;
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Finds a visitor's address from the connection and X-Forwarded-For. Only entries of trusted proxies (addresses
 * or CIDR ranges) count: the list is read from its end, up to the first untrusted address.
 */
export function addressReader(
  trustedProxies: readonly string[],
): (connection: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [text = "", prefix] = proxy.split("/");
    const address = plainAddress(text) ?? text;
    if (prefix === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(prefix), family(address));
  }
  return (connection, forwardedFor) => {
    let address = plainAddress(connection ?? "");
    if (address === null) return "unknown";
    const hops = (forwardedFor ?? "").slice(-2000).split(",");
    while (hops.length > 0 && trusted.check(address, family(address))) {
      const hop = plainAddress(hops.pop() ?? "");
      if (hop === null) break;
      address = hop;
    }
    return address;
  };
}

/** Sets `address`, and `requestId` for the log; a guest, until the session middleware knows better. Runs first. */
export function identifyVisitor(trustedProxies: readonly string[]): MiddlewareHandler<AppEnv> {
  const read = addressReader(trustedProxies);
  return async (c, next) => {
    // c.env is missing if the app is called in-process without one.
    const bindings: AppEnv["Bindings"] | undefined = c.env;
    const connection = bindings?.incoming?.socket.remoteAddress ?? bindings?.remoteAddress;
    c.set("address", read(connection, c.req.header("x-forwarded-for")));
    // Feeds and photos have no session middleware, and limits count their callers as well.
    c.set("session", null);
    c.set("device", null);
    c.set("requestId", notesOf(bindings?.incoming)?.id ?? bindings?.requestId ?? crypto.randomUUID());
    await next();
  };
}
