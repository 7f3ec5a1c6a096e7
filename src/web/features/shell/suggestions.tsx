import { clsx } from "clsx";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Suggestion } from "#contract/search.ts";
import { formatNumber } from "#domain/format/format.ts";
import { suggestionMessages as text } from "#domain/messages/suggestions.ts";
import { api } from "#web/lib/auth.ts";

/** Debounce in milliseconds: nobody reads suggestions between two letters. */
const debounceMs = 120;
/** Timeout in milliseconds: a later answer would be too old to help. */
const maxWaitMs = 3000;

/**
 * Suggestions for the text in `input`, each with its number of cars (WAI-ARIA combobox with a listbox). Arrow
 * keys choose, Enter and a tap follow, Escape closes. Without an answer there is no list, and the box works
 * as before. Loaded when the box first gets the focus.
 */
export function Suggestions({
  id,
  input,
  onSearch,
}: {
  /** Id of the list, for the box's `aria-controls`. */
  id: string;
  input: RefObject<HTMLInputElement | null>;
  onSearch?: (() => void) | undefined;
}) {
  const navigate = useNavigate();
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const open = found.length > 0;
  const close = () => setFound([]);

  const leave = () => {
    close();
    input.current?.blur();
    onSearch?.();
  };

  useEffect(() => {
    const box = input.current;
    if (box === null) return;
    const attributes = {
      "aria-autocomplete": "list",
      "aria-expanded": String(open),
      "aria-activedescendant": active === -1 ? "" : `${id}${active}`,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === "") box.removeAttribute(name);
      else box.setAttribute(name, value);
    }
  }, [input, id, open, active]);

  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    keys.current = (event) => {
      if (!open || event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // One position more than suggestions: the typed text.
        const places = found.length + 1;
        setActive(((active + 1 + step + places) % places) - 1);
      } else if (event.key === "Escape") {
        // By default the browser would clear the box.
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if (event.key === "Enter" && active !== -1) {
        event.preventDefault();
        const query = found[active]?.query ?? "";
        leave();
        void navigate(`/search?${query}`);
      }
    };
  });

  useEffect(() => {
    const box = input.current;
    if (box === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let asked = new AbortController();
    let timer = 0;
    const forget = () => {
      clearTimeout(timer);
      asked.abort();
      setFound([]);
    };
    const onKey = (event: KeyboardEvent) => {
      keys.current(event);
      // An answer still loading must not reopen the list.
      if (event.key === "Escape" && !event.isComposing) forget();
    };
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const q = box.value.trim();
      const answer =
        q === ""
          ? []
          : await api(
              "GET /api/search/suggest",
              { query: { q } },
              { signal: asked.signal, timeoutMs: maxWaitMs },
            ).catch(() => null);
      // Superseded by a later call, or the box lost the focus.
      if (answer === null || asked.signal.aborted || document.activeElement !== box) return;
      setActive(-1);
      setFound(answer);
    };
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void ask(), debounceMs);
    };
    box.addEventListener("input", later, { signal });
    box.addEventListener("blur", forget, { signal });
    box.addEventListener("keydown", onKey, { signal });
    box.form?.addEventListener("submit", forget, { signal });
    // Text typed while this chunk was loading.
    if (document.activeElement === box && box.value !== box.defaultValue) later();
    return () => {
      ended.abort();
      clearTimeout(timer);
      asked.abort();
    };
  }, [input]);

  return (
    <>
      <p role="status" className="sr-only">
        {open ? text.suggestionsFound(found.length) : ""}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={text.suggestions}
        hidden={!open}
        // Pressing a suggestion must not take the focus from the box.
        onPointerDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-50 mt-2 max-h-[60vh] overflow-y-auto overscroll-contain rounded-lg border border-line bg-paper py-1 shadow-pop"
      >
        {found.map((suggestion, index) => (
          <Link
            key={`${suggestion.kind} ${suggestion.query}`}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            to={`/search?${suggestion.query}`}
            onClick={leave}
            onPointerMove={() => setActive(index)}
            className={clsx(
              "flex min-h-11 items-center justify-between gap-4 px-5 py-2 text-ink no-underline",
              index === active && "bg-surface",
            )}
          >
            <span className="min-w-0 wrap-anywhere">{suggestion.label}</span>
            <span className="shrink-0 text-sm text-ink-soft tabular-nums">
              {text.suggestionCount(formatNumber(suggestion.count), suggestion.count)}
            </span>
          </Link>
        ))}
      </div>
    </>
  );
}
