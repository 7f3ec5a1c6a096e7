import { z } from "zod";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";

const contact = z.object({ sellerName: z.string(), sellerPhone: z.string(), location: z.string() });
/** What the last car's form said of its seller. */
export type Contact = z.infer<typeof contact>;

const keyOf = (userId: string) => `vetura.contact.${userId}`;

/** Name, phone and town as this account last sent them from this device; null where it has not. */
export function readContact(userId: string): Contact | null {
  return contact.safeParse(readStored(keyOf(userId))).data ?? null;
}

/** On this device alone, for the account's next car. */
export function rememberContact(userId: string, { sellerName, sellerPhone, location }: Contact): void {
  // Where that fails the next car is typed in again.
  writeStored(keyOf(userId), { sellerName, sellerPhone, location });
}

export function forgetContact(userId: string): void {
  removeStored(keyOf(userId));
}
