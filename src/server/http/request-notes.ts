import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./session.ts";

/** Facts about a request that it does not contain. */
export interface RequestNotes {
  /** Identifies the request in every log line. */
  readonly id: string;
  /** Its account, after the session's look-up. */
  account?: string;
}

// Keyed by Node's request: the server, the API and the page renderer all have it.
const byRequest = new WeakMap<object, RequestNotes>();

/** Creates the notes of a request from the network. */
export function beginNotes(incoming: object): RequestNotes {
  const notes: RequestNotes = { id: randomUUID() };
  byRequest.set(incoming, notes);
  return notes;
}

/** The notes of a request; null for one that did not come from the network. */
export function notesOf(incoming: object | undefined): RequestNotes | null {
  return incoming === undefined ? null : (byRequest.get(incoming) ?? null);
}

/** Notes for the server's log line. A page's own in-process call has none. */
export function noteAccount() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const account = c.get("session")?.actor.id;
    const bindings: AppEnv["Bindings"] | undefined = c.env;
    const notes = notesOf(bindings?.incoming);
    if (notes !== null && account !== undefined) notes.account = account;
  });
}
