import { createMiddleware } from "hono/factory";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";
import { AppError } from "./app-error.ts";
import { isFromAnotherSite, isWrite } from "./cross-site.ts";
import { type Cookies, type Credentials, readKey } from "./credentials.ts";
import { deviceHash } from "./limits.ts";
import type { AppEnv, Session } from "./session.ts";

export interface SessionMiddlewareDeps {
  readonly cookies: Cookies;
  /** The session of these credentials; null for a guest. */
  readonly authenticate: (credentials: Credentials) => Promise<Session | null>;
  /** The session of a dealer's key. Throws for an invalid key. */
  readonly authenticateKey: (key: string) => Promise<Session>;
  readonly publicUrl: string;
}

/** Paths whose calls check credentials themselves; a stale one must not block them. */
const ownWay: ReadonlySet<string> = new Set(
  Object.entries<Endpoint>(endpoints).flatMap(([name, { credentials }]) =>
    credentials === "own" ? [name.slice(name.indexOf(" ") + 1)] : [],
  ),
);

/**
 * Sets `session` for every route below: null for guests. Keys count only in the Authorization header. Without
 * credentials the database is not read. A write with only the cookie from another site's page is refused with
 * cross_site.
 */
export function sessionMiddleware(deps: SessionMiddlewareDeps) {
  const { cookies, authenticate, authenticateKey, publicUrl } = deps;
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("session", null);
    const device = cookies.readDevice(c);
    c.set("device", device === null ? null : deviceHash(device));
    const key = readKey(c.req.header("authorization"));
    if (key !== null) {
      // Whatever cookie comes with it, and also if a call reads the credentials itself.
      c.set("session", await authenticateKey(key));
    } else if (!ownWay.has(c.req.path)) {
      const credentials = cookies.read(c);
      const cookieAlone = credentials.bearer === null && credentials.cookie !== null;
      if (cookieAlone && isWrite(c) && isFromAnotherSite(c.req.raw.headers, publicUrl))
        throw new AppError("cross_site");
      if (credentials.bearer !== null || credentials.cookie !== null)
        c.set("session", await authenticate(credentials));
    }
    await next();
  });
}
