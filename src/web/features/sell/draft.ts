import { carLimits } from "#domain/cars/car-limits.ts";
import { equipmentList } from "#domain/cars/equipment.ts";
import { readStored, removeStored, writeStored } from "#web/lib/local-storage.ts";
import { property } from "#web/lib/property.ts";
import { forgetContact } from "./contact-memory.ts";

/** An uploaded photo in the form. */
export interface FormPhoto {
  url: string;
  width: number;
  height: number;
  thumbhash: string | null;
}

type DraftValue = string | number | boolean | null | string[];

/** The choice on /pricing, so that it survives going back to the form. */
export interface DraftExtras {
  sponsorshipDays: number;
  socialPromotion: boolean;
}

export interface Draft {
  /** Field values as typed: a draft may be invalid or incomplete. */
  values: Record<string, DraftValue>;
  photos: FormPhoto[];
  savedAt: number;
  extras?: DraftExtras | undefined;
}

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
  const stored = readStored(key);
  return isDraft(stored) && now - stored.savedAt <= maxAgeMs ? stored : null;
}

function isDraft(stored: unknown): stored is Draft {
  const values = property(stored, "values");
  const photos = property(stored, "photos");
  const extras = property(stored, "extras");
  return (
    typeof values === "object" &&
    values !== null &&
    Object.values(values).every(isDraftValue) &&
    Array.isArray(photos) &&
    photos.length <= carLimits.maxImages &&
    photos.every(isFormPhoto) &&
    typeof property(stored, "savedAt") === "number" &&
    (extras === undefined || isExtras(extras))
  );
}

function isDraftValue(value: unknown): value is DraftValue {
  return Array.isArray(value)
    ? value.length <= equipmentList.length && value.every((one) => typeof one === "string")
    : value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isFormPhoto(photo: unknown): photo is FormPhoto {
  const thumbhash = property(photo, "thumbhash");
  return (
    typeof property(photo, "url") === "string" &&
    typeof property(photo, "width") === "number" &&
    typeof property(photo, "height") === "number" &&
    (thumbhash === null || typeof thumbhash === "string")
  );
}

function isExtras(extras: unknown): extras is DraftExtras {
  return (
    typeof property(extras, "sponsorshipDays") === "number" &&
    typeof property(extras, "socialPromotion") === "boolean"
  );
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
