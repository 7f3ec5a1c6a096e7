import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import type { Suggestions as SuggestionList } from "./suggestions.tsx";

/** Searches by words from any page: Enter or the button leads to /search?q= with the trimmed text. */
export function SearchBox({
  className,
  onSearch,
  focused = false,
}: {
  className?: string;
  onSearch?: () => void;
  focused?: boolean;
}) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [Suggestions, setSuggestions] = useState<typeof SuggestionList | null>(null);
  const load = () => {
    // If they cannot be loaded (no connection), the box still searches.
    import("./suggestions.tsx").then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      () => {},
    );
  };
  const words = pathname === "/search" ? (new URLSearchParams(search).get("q") ?? "") : "";
  // Shows the current search, also after Back; not while the box has the focus.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = words;
  }, [words]);
  return (
    <search className={clsx("block", className)}>
      <form
        action="/search"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = input.current?.value.trim() ?? "";
          input.current?.blur();
          onSearch?.();
          void navigate(typed === "" ? "/search" : `/search?${new URLSearchParams({ q: typed }).toString()}`);
        }}
      >
        <input
          ref={input}
          type="search"
          role="combobox"
          // The suggestions set it when they open.
          aria-expanded={false}
          aria-controls={list}
          name="q"
          maxLength={200}
          defaultValue={words}
          aria-label={text.searchLabel}
          placeholder={text.searchPlaceholder}
          enterKeyHint="search"
          autoComplete="off"
          data-autofocus={focused || undefined}
          onFocus={load}
          onInput={load}
          className="control rounded-full bg-surface ps-5 pe-13 not-focus:border-transparent [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="submit"
          aria-label={text.search}
          className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-full text-ink-soft hover:text-blue-text"
        >
          <StrokeIcon className="size-5">
            <circle cx="11" cy="11" r="6.5" />
            <path d="m16 16 4.5 4.5" />
          </StrokeIcon>
        </button>
        {Suggestions && <Suggestions id={list} input={input} onSearch={onSearch} />}
      </form>
    </search>
  );
}
