import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftKey, readDraft, removeDraft, removeDraftsOf, writeDraft } from "./draft.ts";

const day = 24 * 60 * 60 * 1000;
const draft = (price: number, savedAt = 0) => ({ values: { price }, photos: [], savedAt });

/** A browser's storage with room for `room` characters, as far as drafts use it. */
function stubStorage(room: number): void {
  const stored: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    removeItem: (key: string) => void delete stored[key],
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      stored[key] = value;
    },
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
}

beforeEach(() => stubStorage(10_000));
afterEach(() => {
  removeDraftsOf("u1");
  removeDraftsOf("u2");
  vi.unstubAllGlobals();
});

test("a draft reports a full storage and lasts as long as the page", () => {
  const key = draftKey("u1", null);
  expect(writeDraft(key, draft(1))).toBe(true);
  stubStorage(10);
  expect(writeDraft(key, draft(2))).toBe(false);
  expect(readDraft(key, 0)?.values).toEqual({ price: 2 });
  // With room again the draft is stored.
  stubStorage(10_000);
  expect(writeDraft(key, draft(3))).toBe(true);
  expect(readDraft(key, 0)?.values).toEqual({ price: 3 });
  removeDraft(key);
  expect(readDraft(key, 0)).toBeNull();
});

test("a draft older than its photos' lifetime and invalid data are ignored", () => {
  const key = draftKey("u1", null);
  writeDraft(key, draft(1, 0));
  expect(readDraft(key, 6 * day)).not.toBeNull();
  expect(readDraft(key, 7 * day)).toBeNull();
  localStorage.setItem(key, "{");
  expect(readDraft(key, 0)).toBeNull();
});

test("removing an account's drafts removes all of its drafts and no others", () => {
  writeDraft(draftKey("u1", null), draft(1));
  writeDraft(draftKey("u1", "car"), draft(2));
  writeDraft(draftKey("u2", null), draft(3));
  removeDraftsOf("u1");
  expect(readDraft(draftKey("u1", null), 0)).toBeNull();
  expect(readDraft(draftKey("u1", "car"), 0)).toBeNull();
  expect(readDraft(draftKey("u2", null), 0)?.values).toEqual({ price: 3 });

  stubStorage(10);
  writeDraft(draftKey("u1", null), draft(4));
  removeDraftsOf("u1");
  expect(readDraft(draftKey("u1", null), 0)).toBeNull();
});
