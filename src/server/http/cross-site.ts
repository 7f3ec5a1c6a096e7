import { AppError } from "./app-error.ts";
import type { AppContext } from "./session.ts";

/** Whether another site's page sent this request, by the browser's headers. */
export function isFromAnotherSite(headers: Headers, publicUrl: string): boolean {
  // Every current browser sets it, and pages cannot. A neighbouring subdomain (same-site) counts as another
  // site.
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = headers.get("origin");
  // Neither header: not a browser's cross-site write.
  if (origin === null) return false;
  if (origin === new URL(publicUrl).origin) return false;
  const host = headers.get("host");
  return host === null || !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

export function isWrite(c: AppContext): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(c.req.method);
}

/**
 * Throws cross_site for calls from other sites' pages, signed in or not: for calls that open, renew or end a
 * session.
 */
export function refuseOtherSites(c: AppContext, publicUrl: string): void {
  if (
    isWrite(c) &&
    c.req.header("authorization") === undefined &&
    isFromAnotherSite(c.req.raw.headers, publicUrl)
  ) {
    throw new AppError("cross_site");
  }
}
