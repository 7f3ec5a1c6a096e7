import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./session.ts";

/** Facts about a request that are not part of it. */
export interface RequestNotes {
  /** Names the request in every line of the log. */
  readonly id: string;
  /** Whose it is, once the session has been looked up. */
  account?: string;
}

// By Node's request: that is what the server, the API and the page renderer all have.
const byRequest = new WeakMap<object, RequestNotes>();

/** Begins the notes of a request that came over the network. */
export function beginNotes(incoming: object): RequestNotes {
  const notes: RequestNotes = { id: randomUUID() };
  byRequest.set(incoming, notes);
  return notes;
}

/** The notes of a request; null for one that no network brought. */
export function notesOf(incoming: object | undefined): RequestNotes | null {
  return incoming === undefined ? null : (byRequest.get(incoming) ?? null);
}

/** Notes whose request it is, for the line that the server writes of it. A page's own call, in-process, has none. */
export function noteAccount() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const account = c.get("session")?.actor.id;
    const bindings: AppEnv["Bindings"] | undefined = c.env;
    const notes = notesOf(bindings?.incoming);
    if (notes !== null && account !== undefined) notes.account = account;
  });
}
