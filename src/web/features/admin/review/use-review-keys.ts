import { useEffect, useEffectEvent, useState } from "react";

/** True if the focused element needs the key itself: a field, a dialog, a menu. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]") !== null
  );
}

type KeyActions = Readonly<Record<string, () => void>>;

/**
 * Single-key shortcuts, inactive in fields and dialogs. A key that is held down repeats only `moves`: each of the
 * other `actions` needs its own press. `isOn`: people who use speech input turn them off (WCAG 2.1.4).
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

/** Whether shortcuts are on, as last chosen in this browser; on by default. */
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
        // Storage is not available: the choice holds for this visit.
      }
    },
  ];
}
