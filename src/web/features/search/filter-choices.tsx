import { useState } from "react";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { type ListName, listFields } from "#domain/search/search-fields.ts";
import { FilterChoiceList } from "./filter-choice.tsx";
import { FilterSection } from "./filter-section.tsx";
import { type FilterOptions, initiallyShown, optionsNamed, shownOptions } from "./filter-options.ts";

/** Options from which on an opened list has a search. */
const longList = 12;

type Props = {
  filter: ListName;
  options: FilterOptions;
  chosen: readonly string[];
  onToggle: (filter: ListName, value: string) => void;
  loadAllOptions: () => Promise<void>;
};

/** A filter's values to tick, each with the number of cars behind it; long lists open on demand. */
export function FilterChoices({ filter, options, chosen, onToggle, loadAllOptions }: Props) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [typed, setTyped] = useState("");
  const { label } = listFields[filter].text;
  const shown = open
    ? optionsNamed(options.options, filter, typed)
    : shownOptions(options.options, chosen, initiallyShown(filter));
  const further = open ? 0 : options.options.length + options.hidden - shown.length;

  if (options.options.length + options.hidden === 0) return null;

  async function openAll() {
    setFailed(false);
    try {
      if (options.hidden > 0) await loadAllOptions();
      setOpen(true);
    } catch {
      setFailed(true);
    }
  }

  function close() {
    setTyped("");
    setOpen(false);
  }

  return (
    <FilterSection label={label} chosen={chosen.length > 0}>
      {open && options.options.length >= longList && (
        <input
          type="search"
          aria-label={text.searchIn(label)}
          placeholder={text.searchInPlaceholder}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="control mb-2"
        />
      )}
      <FilterChoiceList filter={filter} shown={shown} chosen={chosen} onToggle={onToggle} />
      {open && shown.length === 0 && <p className="py-2 text-ink-soft">{text.noneNamed}</p>}
      {(further > 0 || open) && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => (open ? close() : void openAll())}
          className="min-h-11 font-medium text-blue-text underline-offset-4 hover:underline noscript:hidden lg:min-h-9"
        >
          {open ? text.fewerOptions : text.moreOptions(further)}
        </button>
      )}
      {failed && (
        <p role="alert" className="text-sm text-red">
          {text.optionsFailed}
        </p>
      )}
    </FilterSection>
  );
}
