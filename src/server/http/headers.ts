import { createMiddleware } from "hono/factory";
import { hasCredentials } from "./credentials.ts";
import type { AppEnv } from "./session.ts";

/** Headers that every answer of the process carries (specification.md#answers). */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("referrer-policy")) {
      c.header("Referrer-Policy", "strict-origin-when-cross-origin");
    }
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
      c.header("Cache-Control", "private, no-store");
    }
  });
}
