import { z } from "zod";

const contact = z.object({ sellerName: z.string(), sellerPhone: z.string(), location: z.string() });
/** What the last car's form said of its seller. */
export type Contact = z.infer<typeof contact>;

const keyOf = (userId: string) => `vetura.contact.${userId}`;

/** Name, phone and town as this account last sent them from this device; null where it has not. */
export function readContact(userId: string): Contact | null {
  try {
    const parsed = contact.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** On this device alone, for the account's next car. */
export function rememberContact(userId: string, { sellerName, sellerPhone, location }: Contact): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ sellerName, sellerPhone, location }));
  } catch {
    // Storage is full or forbidden: the next car is typed in again.
  }
}

export function forgetContact(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}
