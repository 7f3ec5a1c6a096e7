import { z } from "zod";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";

const contact = z.object({ sellerName: z.string(), sellerPhone: z.string(), location: z.string() });
/** The seller's contact in the last car's form. */
export type Contact = z.infer<typeof contact>;

const keyOf = (userId: string) => `vetura.contact.${userId}`;

/** Name, phone and town that this account last submitted on this device; null without any. */
export function readContact(userId: string): Contact | null {
  return contact.safeParse(readStored(keyOf(userId))).data ?? null;
}

/** Stores the contact on this device only, for the account's next car. */
export function rememberContact(userId: string, { sellerName, sellerPhone, location }: Contact): void {
  // Without storage the next car starts empty.
  writeStored(keyOf(userId), { sellerName, sellerPhone, location });
}

export function forgetContact(userId: string): void {
  removeStored(keyOf(userId));
}
