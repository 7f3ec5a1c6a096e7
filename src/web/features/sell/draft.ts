import { z } from "zod";
import { equipmentList } from "#domain/cars/equipment.ts";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";
import { forgetContact } from "./contact-memory.ts";

/** A photo as the form holds it once it is on the server. */
export const formPhoto = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
});
export type FormPhoto = z.infer<typeof formPhoto>;

const draft = z.object({
  /** Field values as typed: a draft may be wrong or half done. */
  values: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).max(equipmentList.length)]),
  ),
  photos: z.array(formPhoto).max(10),
  savedAt: z.number(),
  /** What was chosen on /pricing: going back to the form and on again keeps it. */
  extras: z.object({ sponsorshipDays: z.number(), socialPromotion: z.boolean() }).optional(),
});
export type DraftExtras = NonNullable<z.infer<typeof draft>["extras"]>;
export type Draft = z.infer<typeof draft>;

// Photos that no car took are removed from the server after 7 days; an older draft would show broken ones.
const maxAgeMs = 6 * 24 * 60 * 60 * 1000;

// For as long as the page lives, where the browser keeps nothing: to the pricing and back nothing is lost.
const unstored = new Map<string, Draft>();

const prefixOf = (userId: string) => `vetura.draft.${userId}.`;

/** One draft an account and form: the new car's, or an edited car's. */
export function draftKey(userId: string, carId: string | null): string {
  return `${prefixOf(userId)}${carId ?? "new"}`;
}

/** The draft stored under the key; null where it is missing, too old or invalid. */
export function readDraft(key: string, now: number): Draft | null {
  const here = unstored.get(key);
  if (here !== undefined) return here;
  const { data } = draft.safeParse(readStored(key));
  return data === undefined || now - data.savedAt > maxAgeMs ? null : data;
}

/** Whether it could be stored: storage may be full or forbidden. */
export function writeDraft(key: string, value: Draft): boolean {
  const isStored = writeStored(key, value);
  if (isStored) unstored.delete(key);
  else unstored.set(key, value);
  return isStored;
}

/** Stores with the draft what was chosen on /pricing. Without a draft there is nothing that it would belong to. */
export function keepExtras(key: string, extras: DraftExtras, now: number): void {
  const there = readDraft(key, now);
  if (there !== null) writeDraft(key, { ...there, extras });
}

export function removeDraft(key: string): void {
  unstored.delete(key);
  removeStored(key);
}

/** Takes all drafts of an account off this device: it is gone, and they hold its name and phone. */
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
