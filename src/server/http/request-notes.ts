import { randomUUID } from "node:crypto";

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
