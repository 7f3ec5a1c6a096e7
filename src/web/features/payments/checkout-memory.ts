import { z } from "zod";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";

/** One entry: a person pays for one thing at a time. */
const key = "vetura.checkout";
const memory = z.object({ sessionId: z.string(), draftKey: z.string() });

/** Keeps which draft a payment is for, so that the draft can go once it is paid. */
export function rememberDraft(sessionId: string, draftKey: string): void {
  // Without storage there is no draft either.
  writeStored(key, { sessionId, draftKey });
}

/** The draft that this paid session was for, once: a later look at the page must not touch a newer draft. */
export function takeDraft(sessionId: string): string | null {
  const { data } = memory.safeParse(readStored(key));
  if (data?.sessionId !== sessionId) return null;
  removeStored(key);
  return data.draftKey;
}
