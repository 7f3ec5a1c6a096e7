import { type RefCallback, useCallback } from "react";

function give(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  // A row or a heading can be focused only by scripts.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** Once no dialog is open: a dialog that closes returns the focus to what opened it, which may be gone. */
function onceFree(work: () => void): void {
  const dialog = document.activeElement?.closest("dialog[open]");
  if (dialog) dialog.addEventListener("close", () => onceFree(work), { once: true });
  else if (document.activeElement === document.body) work();
}

/**
 * A ref for a list whose rows can be removed. When the row is removed that had the focus, or whose dialog had
 * it, the next row gets it; without any, the element with the id `headingId`.
 */
export function useRowFocus(headingId: string): RefCallback<HTMLElement> {
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined;
      let last: Element | null = null;
      const note = ({ target }: FocusEvent) => {
        last = [...list.children].find((row) => target instanceof Node && row.contains(target)) ?? null;
      };
      const removals = new MutationObserver((changes) => {
        const removed = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node === last));
        // A row that was only moved is still there.
        if (removed === undefined || last === null || last.isConnected) return;
        const { nextSibling, previousSibling } = removed;
        last = null;
        onceFree(() => {
          const row = [nextSibling, previousSibling].find((each) => each?.isConnected === true);
          give(row instanceof Element ? row : document.getElementById(headingId));
        });
      });
      list.addEventListener("focusin", note);
      removals.observe(list, { childList: true });
      return () => {
        list.removeEventListener("focusin", note);
        removals.disconnect();
        // The last row goes with its list.
        if (last !== null) queueMicrotask(() => onceFree(() => give(document.getElementById(headingId))));
      };
    },
    [headingId],
  );
}
