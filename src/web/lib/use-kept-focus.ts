import { type RefCallback, useCallback, useRef } from "react";

/**
 * A ref for a control and for what replaces it, now or later: if the control had the focus when it was
 * removed and nothing else has it, the replacement gets it.
 */
export function useKeptFocus(): RefCallback<HTMLElement> {
  const hadFocus = useRef(false);
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    if (hadFocus.current && document.activeElement === document.body) element.focus();
    hadFocus.current = false;
    return () => {
      hadFocus.current = document.activeElement === element;
    };
  }, []);
}
