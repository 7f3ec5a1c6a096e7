import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";
import { property } from "#web/lib/property.ts";

/** The seller's contact in the last car's form. */
interface Contact {
  readonly sellerName: string;
  readonly sellerPhone: string;
  readonly location: string;
}

const keyOf = (userId: string) => `vetura.contact.${userId}`;

/** Name, phone and town that this account last submitted on this device; null without any. */
export function readContact(userId: string): Contact | null {
  const stored = readStored(keyOf(userId));
  const [sellerName, sellerPhone, location] = ["sellerName", "sellerPhone", "location"].map((name) =>
    property(stored, name),
  );
  if (typeof sellerName !== "string" || typeof sellerPhone !== "string" || typeof location !== "string")
    return null;
  return { sellerName, sellerPhone, location };
}

/** Stores the contact on this device only, for the account's next car. */
export function rememberContact(userId: string, { sellerName, sellerPhone, location }: Contact): void {
  // Without storage the next car starts empty.
  writeStored(keyOf(userId), { sellerName, sellerPhone, location });
}

export function forgetContact(userId: string): void {
  removeStored(keyOf(userId));
}
