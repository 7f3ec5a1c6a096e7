import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What is handed out to hosts of the internet; all else of IPv6 is special, translated or not assigned. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** Addresses of cloud providers' machines that answer on public ranges: Azure's metadata and DNS. */
const providersOwn: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is one of the public internet. Private, shared (CGNAT), link-local, loopback, multicast,
 * reserved and documentation ranges are not, nor is IPv6 that stands for IPv4 (mapped, NAT64, 6to4, Teredo): the host
 * behind it would be another than the one that was checked.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || providersOwn.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
