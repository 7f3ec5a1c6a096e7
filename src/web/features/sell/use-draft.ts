import { useCallback, useEffect, useRef, useState } from "react";
import type { CarFormValues } from "./car-form-values.ts";
import { type FormPhoto, readDraft, removeDraft, writeDraft } from "./draft.ts";

/** "elsewhere": another tab has just stored its own version of this form. */
export type DraftState = "untouched" | "pending" | "saved" | "elsewhere" | "off";

// Long enough not to write at every key, short enough that a crash loses at most a word.
const debounceMs = 400;

interface FormContent {
  values: CarFormValues;
  photos: readonly FormPhoto[];
}

/**
 * Stores the form on this device while it is filled in. Leaving the page and `saveNow` write pending changes
 * at once. A form equal to its initial content (`begun`) needs no draft.
 */
export function useDraft(
  key: string,
  { values, photos }: FormContent,
  begun: FormContent,
): { state: DraftState; saveNow: () => void } {
  const [state, setState] = useState<DraftState>("untouched");
  const content = JSON.stringify({ values, photos });
  const empty = JSON.stringify({ values: begun.values, photos: begun.photos });
  const saved = useRef(content);
  const pending = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (content === saved.current && pending.current === null) return;
    setState("pending");
    const write = () => {
      pending.current = null;
      saved.current = content;
      const now = Date.now();
      if (content === empty) {
        removeDraft(key);
        setState("untouched");
        return;
      }
      setState(
        writeDraft(key, { ...readDraft(key, now), values: { ...values }, photos: [...photos], savedAt: now })
          ? "saved"
          : "off",
      );
    };
    pending.current = write;
    const timer = setTimeout(write, debounceMs);
    return () => clearTimeout(timer);
    // Serialised, because `values` and `photos` are new objects at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [content, empty, key]);

  useEffect(() => {
    const flush = () => pending.current?.();
    // A phone may discard a page in the background without another event.
    const onHidden = () => document.visibilityState === "hidden" && flush();
    globalThis.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      globalThis.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onHidden);
      flush();
    };
  }, []);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key && event.newValue !== null) setState("elsewhere");
    };
    globalThis.addEventListener("storage", onStorage);
    return () => globalThis.removeEventListener("storage", onStorage);
  }, [key]);

  return { state, saveNow: useCallback(() => pending.current?.(), []) };
}
