import { clsx } from "clsx";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Suggestion } from "#contract/search.ts";
import { formatNumber } from "#domain/format/format.ts";
import { suggestionMessages as text } from "#domain/messages/suggestions.ts";
import { api } from "#web/lib/auth.ts";

/** Nobody reads what is asked for between two letters. */
const pause = 120;
/** Answers from further back are too old to be of use, and nobody waits longer for a hint. */
const patience = 3000;

/**
 * What the words in `input` may become, below it, each with how many cars it leads to (WAI-ARIA combobox with a
 * list). Arrow keys choose, Enter and a tap go there, Escape closes. Without an answer there is no list, and the
 * box is as it was. Loaded when somebody first comes to the box.
 */
export function Suggestions({
  id,
  input,
  onSearch,
}: {
  /** Of the list, which the box controls. */
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
        // One place more than there are suggestions: the words as typed.
        const places = found.length + 1;
        setActive(((active + 1 + step + places) % places) - 1);
      } else if (event.key === "Escape") {
        // The browser's own would empty the box.
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
      // Nor may an answer that is still on its way open the list again.
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
              { signal: asked.signal, timeoutMs: patience },
            ).catch(() => null);
      // Asked again, or left, meanwhile.
      if (answer === null || asked.signal.aborted || document.activeElement !== box) return;
      setActive(-1);
      setFound(answer);
    };
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void ask(), pause);
    };
    box.addEventListener("input", later, { signal });
    box.addEventListener("blur", forget, { signal });
    box.addEventListener("keydown", onKey, { signal });
    box.form?.addEventListener("submit", forget, { signal });
    // What was typed while this was on its way.
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
        // The box keeps the focus while a suggestion is pressed.
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
