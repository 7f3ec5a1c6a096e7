import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { fold } from "#domain/text/fold.ts";
import { useFieldProps } from "./field-context.ts";
import { Chevron } from "./icons.tsx";

export type ComboboxOption = { value: string; label: string; aside?: string };

/** Additional rows that the caller found for the typed text. */
export type FoundRows = {
  rows: readonly ComboboxOption[];
  /** Before the field's own options, else after them. */
  first: boolean;
  /** More rows may follow: "not found" is not shown yet. */
  pending: boolean;
};

export type ComboboxProps = {
  options: readonly ComboboxOption[];
  /** The chosen option's value; "" is none. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  onBlur?: () => void;
  /** Accepts text that is no option (a model missing in the list). Called with the typed text. */
  onOther?: (typed: string) => void;
  /** Called with the typed text, null once it is empty; the caller answers with `found`. */
  onTyped?: (typed: string | null) => void;
  found?: FoundRows;
  /** The label of that row: "Shto „X“". */
  otherLabel?: (typed: string) => string;
};

/** More rows do not help and are slow on phones; typing narrows them. */
const maxShown = 100;

/**
 * Chooses one option by typing a part of it (WAI-ARIA combobox with a listbox). Ignores accents and case.
 * Leaving the field without choosing restores the last choice.
 */
export function Combobox({
  options,
  value,
  onChange,
  placeholder,
  disabled = false,
  name,
  onBlur,
  onOther,
  onTyped,
  found,
  otherLabel = asTyped,
}: ComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTypedText] = useState<string | null>(null);
  function setTyped(next: string | null): void {
    setTypedText(next);
    onTyped?.(next);
  }
  const [active, setActive] = useState(-1);

  const chosen = options.find((option) => option.value === value);
  // A value missing in the list (a new model) is shown unchanged.
  const shown = typed ?? chosen?.label ?? value;
  const rows = useMemo(() => withFound(matches(options, typed), typed, found), [options, typed, found]);
  // If it is found phonetically, adding it is not offered: "golf 7" is a Golf.
  const isMissing = found === undefined ? !rows.exact : rows.shown.length === 0 && !found.pending;
  const other = onOther && typed !== null && typed.trim() !== "" && isMissing ? typed.trim() : null;
  const count = rows.shown.length + (other === null ? 0 : 1);

  useEffect(() => {
    if (open) list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  function show(): void {
    if (disabled || open) return;
    setOpen(true);
    setActive(rows.shown.findIndex((option) => option.value === value));
  }

  function close(): void {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  }

  function choose(row: number): void {
    const option = rows.shown[row];
    if (option) onChange(option.value);
    else if (other !== null) onOther?.(other);
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!open) show();
        else if (count > 0) {
          const step = event.key === "ArrowDown" ? 1 : -1;
          // Up with no active row goes to the last row.
          const from = active < 0 && step < 0 ? 0 : active;
          setActive((from + step + count) % count);
        }
        break;
      }
      case "Enter":
        if (!open || count === 0) return;
        event.preventDefault();
        if (active >= 0) choose(active);
        else if (typed !== null) choose(0);
        else close();
        break;
      case "Escape":
        if (!open) return;
        // Escape closes the list, not the surrounding dialog.
        event.preventDefault();
        event.stopPropagation();
        close();
        break;
      default:
    }
  }

  const activeId = open && active >= 0 && active < count ? `${listId}-${active}` : undefined;
  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        // Emptied on purpose: clears the choice.
        if (typed !== null && typed.trim() === "" && value !== "") onChange("");
        close();
        onBlur?.();
      }}
    >
      <input
        {...useFieldProps()}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        name={name}
        disabled={disabled}
        placeholder={placeholder}
        value={shown}
        onFocus={(event) => event.target.select()}
        onClick={show}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(event.target.value === "" ? -1 : 0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        className="control pe-11 text-ellipsis"
      />
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={uiMessages.openOptions}
        // On pointerdown, before a blur closes the list.
        onPointerDown={(event) => {
          event.preventDefault();
          if (open) close();
          else {
            input.current?.focus();
            show();
          }
        }}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-ink-soft disabled:text-line-strong"
      >
        <Chevron className="size-4" />
      </button>
      <div
        ref={list}
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist has neither our search nor our style
        role="listbox"
        aria-label={placeholder ?? uiMessages.openOptions}
        hidden={!open}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md border border-line bg-paper py-1 shadow-pop"
      >
        {open &&
          rows.shown.map((option, row) => (
            <Row
              key={option.value}
              id={`${listId}-${row}`}
              row={row}
              active={row === active}
              selected={option.value === value}
              onChoose={choose}
            >
              <span className="min-w-0 grow truncate">{option.label}</span>
              {option.aside && <span className="text-sm text-ink-faint tabular-nums">{option.aside}</span>}
            </Row>
          ))}
        {open && other !== null && (
          <Row
            id={`${listId}-${count - 1}`}
            row={count - 1}
            active={count - 1 === active}
            selected={false}
            onChoose={choose}
          >
            <span className="text-blue-text">{otherLabel(other)}</span>
          </Row>
        )}
        {open && count === 0 && (
          <p className="px-4 py-2.5 text-ink-faint">
            {found?.pending === true ? uiMessages.searching : uiMessages.nothingFound}
          </p>
        )}
      </div>
      <output className="sr-only">
        {open && typed !== null
          ? count === 0
            ? found?.pending === true
              ? ""
              : uiMessages.nothingFound
            : uiMessages.options(rows.total)
          : ""}
      </output>
    </div>
  );
}

function Row({
  id,
  row,
  active,
  selected,
  onChoose,
  children,
}: {
  id: string;
  row: number;
  active: boolean;
  selected: boolean;
  onChoose: (row: number) => void;
  children: React.ReactNode;
}) {
  return (
    // The input handles the keyboard; aria-activedescendant points here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      data-row={row}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element can only hold text
      role="option"
      aria-selected={selected}
      // Leaves the focus in the field, so that the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(row)}
      className={clsx(
        "flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-surface",
        active && "bg-blue-soft hover:bg-blue-soft",
        selected && "font-semibold",
      )}
    >
      {children}
    </div>
  );
}

function withFound(own: Matches, typed: string | null, found: FoundRows | undefined): Matches {
  if (found === undefined || typed === null || typed.trim() === "") return own;
  const [first, second] = found.first ? [found.rows, own.shown] : [own.shown, found.rows];
  const there = new Set(first.map(({ value }) => value));
  const shown = [...first, ...second.filter(({ value }) => !there.has(value))];
  return { shown, total: shown.length, exact: own.exact };
}

const asTyped = (typed: string): string => typed;

type Matches = { shown: readonly ComboboxOption[]; total: number; exact: boolean };

/** Options whose label, or a word of it, begins with the typed text come before those that contain it. */
export function matches(options: readonly ComboboxOption[], typed: string | null): Matches {
  const wanted = typed === null ? "" : fold(typed).trim();
  if (wanted === "") return { shown: options.slice(0, maxShown), total: options.length, exact: false };
  const ranked = options.flatMap((option) => {
    const label = fold(option.label);
    const at = label.indexOf(wanted);
    if (at < 0) return [];
    const rank = at === 0 ? 0 : /[\s-]/.test(label[at - 1] ?? "") ? 1 : 2;
    return [{ option, rank, exact: label === wanted }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return {
    shown: ranked.slice(0, maxShown).map((match) => match.option),
    total: ranked.length,
    exact: ranked.some((match) => match.exact),
  };
}
