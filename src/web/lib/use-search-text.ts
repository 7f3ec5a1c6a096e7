import { type ComponentProps, useEffect, useRef, useState } from "react";

/** specification.md#admin: debounce before the list is requested. */
const debounceMs = 500;

/**
 * The text of a search field, debounced: `commit` gets it half a second after the last key, or at once with
 * `now`; truncated to `maxLetters`. If the address changes otherwise (Back), the field follows. `inputProps`
 * make an input that field; Enter commits at once.
 */
export function useSearchText(committed: string, commit: (q: string) => void, maxLetters: number) {
  const [typed, setTyped] = useState(committed);
  const [followed, setFollowed] = useState(committed);
  const [sent, setSent] = useState(committed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (followed !== committed) {
    setFollowed(committed);
    // The result of this field's own search must not overwrite later typing.
    if (committed !== sent) {
      setSent(committed);
      setTyped(committed);
    }
  }

  function change(text: string, { now = false } = {}): void {
    const cut = text.slice(0, maxLetters);
    setTyped(cut);
    clearTimeout(timer.current);
    const send = () => {
      const q = cut.trim();
      if (q === committed) return;
      setSent(q);
      commit(q);
    };
    if (now) send();
    else timer.current = setTimeout(send, debounceMs);
  }

  const inputProps: ComponentProps<"input"> = {
    value: typed,
    maxLength: maxLetters,
    onChange: ({ target }) => change(target.value),
    onKeyDown: ({ key }) => {
      if (key === "Enter") change(typed, { now: true });
    },
  };
  return { typed, change, inputProps };
}
