import type { Context } from "hono";
import type { Actor } from "#domain/accounts/actor.ts";
import { AppError } from "./app-error.ts";
import type { BodyLease } from "./body-budget.ts";

/** The session a request came with. */
export interface Session {
  sessionId: string;
  actor: Actor;
}

/** What every route may read from Hono's context. */
export interface AppEnv {
  Bindings: {
    /** Node's request, where one came over the network. */
    incoming?: { socket: { remoteAddress?: string | undefined } };
    /** The visitor's connection, where a page's rendering calls the API in-process. */
    remoteAddress?: string | undefined;
    /** That page's request's. */
    requestId?: string | undefined;
  };
  Variables: {
    /** Set by the session middleware for every request; null for guests. */
    session: Session | null;
    /** The visitor's address, behind trusted proxies the forwarded one. */
    address: string;
    requestId: string;
    /** Set by the session middleware: a hash of the browser's device cookie, for limits alone. */
    device: string | null;
    /** The bytes of the request's body that are in memory, counted. */
    body: BodyLease;
  };
}

export type AppContext = Context<AppEnv>;

/** The signed-in account. Throws not_signed_in. */
export function requireUser(c: AppContext): Actor {
  const session = c.get("session");
  if (session === null) throw new AppError("not_signed_in");
  return session.actor;
}

/** The signed-in account, or null for a guest. */
export function currentActor(c: AppContext): Actor | null {
  return c.get("session")?.actor ?? null;
}
