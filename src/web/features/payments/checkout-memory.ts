import { z } from "zod";

/** One entry: a person pays for one thing at a time. */
const key = "vetura.checkout";
const memory = z.object({ sessionId: z.string(), draftKey: z.string() });

/** Keeps which draft a payment is for, so that the draft can go once it is paid. */
export function rememberDraft(sessionId: string, draftKey: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ sessionId, draftKey }));
  } catch {
    // Without storage there is no draft either.
  }
}

/** The draft that this paid session was for, once: a later look at the page must not touch a newer draft. */
export function takeDraft(sessionId: string): string | null {
  try {
    const parsed = memory.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (!parsed.success || parsed.data.sessionId !== sessionId) return null;
    localStorage.removeItem(key);
    return parsed.data.draftKey;
  } catch {
    return null;
  }
}
