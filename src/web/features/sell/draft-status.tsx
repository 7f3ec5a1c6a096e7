import { sellMessages as text } from "#domain/messages/sell.ts";
import type { DraftState } from "./use-draft.ts";

const words: Record<DraftState, string> = {
  untouched: "",
  pending: text.draftUnsaved,
  saved: text.draftSaved,
  elsewhere: text.draftElsewhere,
  off: text.draftStorageOff,
};

export function DraftStatus({ state }: { state: DraftState }) {
  return (
    <p
      role="status"
      data-draft={state}
      className="basis-full text-sm text-ink-faint empty:sr-only sm:basis-auto sm:grow sm:empty:not-sr-only"
    >
      {words[state]}
    </p>
  );
}
