import { useState } from "react";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { type ListName, listFields } from "#domain/search/search-fields.ts";
import { FilterChoiceList } from "./filter-choice.tsx";
import { type FilterOptions, byName, initiallyShown, shownOptions } from "./filter-options.ts";

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
  const shown = open
    ? options.options.toSorted(byName)
    : shownOptions(options.options, chosen, initiallyShown(filter));
  const further = options.options.length + options.hidden - shown.length;

  if (shown.length + further === 0) return null;

  async function openAll() {
    setFailed(false);
    try {
      if (options.hidden > 0) await loadAllOptions();
      setOpen(true);
    } catch {
      setFailed(true);
    }
  }

  return (
    <fieldset className="min-w-0 border-t border-line py-4">
      <legend className="float-left mb-1 w-full font-semibold">{listFields[filter].text.label}</legend>
      <FilterChoiceList filter={filter} shown={shown} chosen={chosen} onToggle={onToggle} />
      {(further > 0 || open) && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => (open ? setOpen(false) : void openAll())}
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
    </fieldset>
  );
}
