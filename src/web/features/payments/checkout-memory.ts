import { z } from "zod";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";

/** One entry is enough: a person pays for one thing at a time. */
const key = "vetura.checkout";
const memory = z.object({ sessionId: z.string(), draftKey: z.string() });

/** Stores which draft a payment is for, so that the draft is deleted once it is paid. */
export function rememberDraft(sessionId: string, draftKey: string): void {
  // Without storage there is no draft either.
  writeStored(key, { sessionId, draftKey });
}

/** Removes and returns the draft key of a paid session: a later visit must not delete a newer draft. */
export function takeDraft(sessionId: string): string | null {
  const { data } = memory.safeParse(readStored(key));
  if (data?.sessionId !== sessionId) return null;
  removeStored(key);
  return data.draftKey;
}
