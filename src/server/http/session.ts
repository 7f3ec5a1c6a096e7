import type { Context } from "hono";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { BodyLease } from "./body-budget.ts";
import type { ShownCars } from "./page-answer.ts";

/** The session or key of a request. */
export interface Session {
  /** For a key, the key's id. */
  sessionId: string;
  actor: Actor;
  /** The scopes of a dealer's key; a session has none and may do whatever its account may. */
  scopes?: readonly KeyScope[];
}

/** Hono's context variables for routes. */
export interface AppEnv {
  Bindings: {
    /** Node's request, if it came from the network. */
    incoming?: { socket: { remoteAddress?: string | undefined } };
    /** The visitor's connection, if a page's rendering calls the API in-process. */
    remoteAddress?: string | undefined;
    /** That page's request's. */
    requestId?: string | undefined;
    /** Receives the cars that the page will show. */
    onShown?: (shown: ShownCars) => void;
  };
  Variables: {
    /** Set by the session middleware for the API's requests; null for guests and for all others. */
    session: Session | null;
    /** The visitor's address, behind trusted proxies the forwarded one. */
    address: string;
    requestId: string;
    /** Set by the same: a hash of the browser's device cookie, for limits only. */
    device: string | null;
    /** The counted bytes of the request's body in memory. */
    body: BodyLease;
  };
}

export type AppContext = Context<AppEnv>;
