import { sellMessages as text } from "#domain/messages/sell.ts";
import type { DraftState } from "./use-draft.ts";

const words: Record<DraftState, string> = {
  untouched: "",
  pending: text.draftUnsaved,
  saved: text.draftSaved,
  off: text.draftStorageOff,
};

/** Says quietly that what was typed is kept. */
export function DraftStatus({ state }: { state: DraftState }) {
  return (
    <p
      role="status"
      data-draft={state}
      className="min-h-6 basis-full text-sm text-ink-faint sm:basis-auto sm:grow"
    >
      {words[state]}
    </p>
  );
}
