import { useEffect, useRef, useState } from "react";

/** specification.md#admin: the list is asked for when nobody has typed for so long. */
const debounceMs = 500;

/**
 * The text of a search field and when it counts: `commit` gets it half a second after the last letter, or at once with
 * `now`; of more than `maxLetters` the rest is left out. Where the address changes by other means, Back above all, the field follows.
 */
export function useSearchText(committed: string, commit: (q: string) => void, maxLetters: number) {
  const [typed, setTyped] = useState(committed);
  const [followed, setFollowed] = useState(committed);
  const [sent, setSent] = useState(committed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (followed !== committed) {
    setFollowed(committed);
    // One's own search arriving takes nothing from what was typed meanwhile.
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

  return { typed, change };
}
