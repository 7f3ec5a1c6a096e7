import { AppError } from "./app-error.ts";
import type { AppContext } from "./session.ts";

/** Whether the browser says that another site's page sent this request. */
export function isFromAnotherSite(headers: Headers, publicUrl: string): boolean {
  // Set by every current browser, and out of a page's reach. A neighbouring subdomain (same-site) is another site too.
  const fetchSite = headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = headers.get("origin");
  // Neither header: no browser's cross-site write.
  if (origin === null) return false;
  if (origin === new URL(publicUrl).origin) return false;
  const host = headers.get("host");
  return host === null || !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

export function isWrite(c: AppContext): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(c.req.method);
}

/** Throws cross_site for calls of other sites' pages, signed in or not: for those that open, renew or end a session. */
export function refuseOtherSites(c: AppContext, publicUrl: string): void {
  if (
    isWrite(c) &&
    c.req.header("authorization") === undefined &&
    isFromAnotherSite(c.req.raw.headers, publicUrl)
  ) {
    throw new AppError("cross_site");
  }
}
