import type { Context } from "hono";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { BodyLease } from "./body-budget.ts";
import type { ShownCars } from "./page-answer.ts";

/** The session a request came with, or the key. */
export interface Session {
  /** Of a key, the key's id. */
  sessionId: string;
  actor: Actor;
  /** What a dealer's key opens; a session, which has none, opens whatever its account may. */
  scopes?: readonly KeyScope[];
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
    /** That page is told which cars it is going to show. */
    onShown?: (shown: ShownCars) => void;
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
