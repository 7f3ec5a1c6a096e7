import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The range of global unicast; all other IPv6 is special, translated or unassigned. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** Cloud providers' internal services on public ranges: Azure's metadata and DNS. */
const providersOwn: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is public. Private, shared (CGNAT), link-local, loopback, multicast, reserved and
 * documentation ranges are not, nor is IPv6 that embeds IPv4 (mapped, NAT64, 6to4, Teredo): its host would be
 * another than the checked one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || providersOwn.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
