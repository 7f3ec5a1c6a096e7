import type { ServerResponse } from "node:http";
import { createMiddleware } from "hono/factory";
import { hasCredentials } from "./credentials.ts";
import type { AppEnv } from "./session.ts";

/** Photos and the pictures of shared pages: other sites, mail programs and previews show them too. */
const shownElsewhere = /^\/(photos|og)\//;
/** A year, this name alone: what else the operator has below it may not speak https. */
const onlyHttps = "max-age=31536000";

/**
 * Sets the headers of every answer of this port. `secure`: the site's address is https, and browsers are
 * told to come by no other way.
 */
export function setAnswerHeaders(response: ServerResponse, path: string, secure: boolean): void {
  response.setHeader(
    "Cross-Origin-Resource-Policy",
    shownElsewhere.test(path) ? "cross-origin" : "same-origin",
  );
  if (secure) response.setHeader("Strict-Transport-Security", onlyHttps);
}

// Middleware sets headers of an answer that is there by `c.res.headers`: `c.header` would copy the answer each time.

/** Headers that every answer of the process carries (specification.md#answers). */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (!headers.has("referrer-policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  });
}

/** A HEAD is answered without the body that its GET began: it is cancelled, so that what it holds is free again. */
export function cancelBodyOfHead() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.req.method === "HEAD") await c.res.body?.cancel();
  });
}

/**
 * Answers to requests with credentials, and those that set cookies, are one person's: no cache keeps them,
 * whatever the route says. For the API; files that are the same for all are mounted outside.
 */
export function personalAnswersStayPrivate() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (hasCredentials(c.req.raw.headers) || c.res.headers.has("set-cookie")) {
      c.res.headers.set("Cache-Control", "private, no-store");
    }
  });
}
