/** What is wrong with a configuration for a site on the net, though each of its variables is valid. */
export const configurationFaults = [
  /** Passwords travel readable. */
  "no_https",
  /** All visitors count as one, the proxy. */
  "no_proxy",
  /** Limits can be evaded. */
  "any_proxy",
  "limits_off",
  "not_production",
] as const;
export type ConfigurationFault = (typeof configurationFaults)[number];

export interface SiteConfiguration {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: boolean;
  readonly environment: string;
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Whether other machines are to reach the site: a demo on one's own machine needs no mail and no backups. */
export function isPublicAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || !isLoopback(hostname);
}

/** The configuration's faults; none for a site that is for its own machine alone. */
export function configurationFaultsOf(configuration: SiteConfiguration): ConfigurationFault[] {
  const { publicUrl, trustedProxies, rateLimits, environment } = configuration;
  if (!isPublicAddress(publicUrl)) return [];
  const isSecure = publicUrl.startsWith("https:");
  const found: Readonly<Record<ConfigurationFault, boolean>> = {
    no_https: !isSecure,
    no_proxy: isSecure && trustedProxies.length === 0,
    any_proxy: trustedProxies.some((range) => range.endsWith("/0")),
    limits_off: !rateLimits,
    not_production: environment !== "production",
  };
  return configurationFaults.filter((fault) => found[fault]);
}
