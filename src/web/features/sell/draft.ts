import { z } from "zod";
import { equipmentList } from "#domain/cars/equipment.ts";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";
import { forgetContact } from "./contact-memory.ts";

/** An uploaded photo in the form. */
export const formPhoto = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
});
export type FormPhoto = z.infer<typeof formPhoto>;

const draft = z.object({
  /** Field values as typed: a draft may be invalid or incomplete. */
  values: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).max(equipmentList.length)]),
  ),
  photos: z.array(formPhoto).max(10),
  savedAt: z.number(),
  /** The choice on /pricing, so that it survives going back to the form. */
  extras: z.object({ sponsorshipDays: z.number(), socialPromotion: z.boolean() }).optional(),
});
export type DraftExtras = NonNullable<z.infer<typeof draft>["extras"]>;
export type Draft = z.infer<typeof draft>;

// The server deletes photos without a car after 7 days; an older draft would show broken ones.
const maxAgeMs = 6 * 24 * 60 * 60 * 1000;

// Without storage, drafts last as long as the page: enough to go to /pricing and back.
const unstored = new Map<string, Draft>();

const prefixOf = (userId: string) => `vetura.draft.${userId}.`;

/** One draft for each account and form: the new car's, or an edited car's. */
export function draftKey(userId: string, carId: string | null): string {
  return `${prefixOf(userId)}${carId ?? "new"}`;
}

/** The draft stored under the key; null if it is missing, too old or invalid. */
export function readDraft(key: string, now: number): Draft | null {
  const here = unstored.get(key);
  if (here !== undefined) return here;
  const { data } = draft.safeParse(readStored(key));
  return data === undefined || now - data.savedAt > maxAgeMs ? null : data;
}

/** False if storage is full or forbidden. */
export function writeDraft(key: string, value: Draft): boolean {
  const isStored = writeStored(key, value);
  if (isStored) unstored.delete(key);
  else unstored.set(key, value);
  return isStored;
}

/** Stores the choice on /pricing in the draft; no-op without a draft. */
export function keepExtras(key: string, extras: DraftExtras, now: number): void {
  const there = readDraft(key, now);
  if (there !== null) writeDraft(key, { ...there, extras });
}

export function removeDraft(key: string): void {
  unstored.delete(key);
  removeStored(key);
}

/** Deletes all drafts of a deleted account from this device: they contain its name and phone. */
export function removeDraftsOf(userId: string): void {
  forgetContact(userId);
  const prefix = prefixOf(userId);
  const stored: string[] = [];
  try {
    stored.push(...Object.keys(localStorage));
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
  for (const key of [...stored, ...unstored.keys()]) if (key.startsWith(prefix)) removeDraft(key);
}
