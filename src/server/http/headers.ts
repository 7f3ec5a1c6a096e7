import type { ServerResponse } from "node:http";
import { createMiddleware } from "hono/factory";
import { hasCredentials } from "./credentials.ts";
import type { AppEnv } from "./session.ts";

/** Photos and share pictures: other sites, mail programs and previews show them too. */
const shownElsewhere = /^\/(photos|og)\//;
/** A year, for this name only: the operator's subdomains may not support https. */
const onlyHttps = "max-age=31536000";

/** Sets the headers of every answer. `secure`: the site's address is https, so HSTS is sent. */
export function setAnswerHeaders(response: ServerResponse, path: string, secure: boolean): void {
  response.setHeader(
    "Cross-Origin-Resource-Policy",
    shownElsewhere.test(path) ? "cross-origin" : "same-origin",
  );
  if (secure) response.setHeader("Strict-Transport-Security", onlyHttps);
}

// Middleware sets headers by `c.res.headers`: `c.header` would copy the answer each time.

/** Headers that every answer of the process carries (specification.md#answers). */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (!headers.has("referrer-policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  });
}

/** Cancels the body of a HEAD's answer, so that its resources are freed. */
export function cancelBodyOfHead() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  });
}

/**
 * Answers to requests with credentials, and those that set cookies, are private: no cache may store them,
 * whatever the route says. For the API; public files are mounted outside.
 */
export function personalAnswersStayPrivate() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (hasCredentials(c.req.raw.headers) || c.res.headers.has("set-cookie")) {
      c.res.headers.set("Cache-Control", "private, no-store");
    }
  });
}
