import { useEffect, useEffectEvent, useState } from "react";

/** Whether an event's key belongs to what has the focus: a field, a dialog, a menu. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]") !== null
  );
}

type KeyActions = Readonly<Record<string, () => void>>;

/**
 * Calls what belongs to a single key, wherever the focus is but in fields and dialogs. A key that is held down repeats
 * `moves` alone: each of the other `actions` has a press of its own. `isOn`: people who speak to their computer turn such
 * keys off.
 */
export function useReviewKeys(
  isOn: boolean,
  { moves, actions }: { readonly moves: KeyActions; readonly actions: KeyActions },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target))
      return;
    if (document.querySelector("dialog[open]") !== null) return;
    const action = moves[event.key] ?? actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    if (!event.repeat || event.key in moves) action();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}

const stored = "vetura:review-keys";

/** Whether the keys are on, as this browser last chose; on by default. */
export function useKeysChoice(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    try {
      return localStorage.getItem(stored) !== "off";
    } catch {
      return true;
    }
  });
  return [
    isOn,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(stored, next ? "on" : "off");
      } catch {
        // Nothing is stored in this browser: the choice holds for this visit.
      }
    },
  ];
}
