import { useState } from "react";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { type ListName, listFields, valueLabel } from "#domain/search/search-fields.ts";
import { Skeleton } from "#web/components/states.tsx";
import { FilterSection } from "./filter-section.tsx";
import { FilterTick } from "./filter-tick.tsx";
import { type FilterOptions, initiallyShown, optionsNamed, shownOptions } from "./filter-options.ts";

/** From this number of options on, an opened list has a search. */
const longList = 12;

type Props = {
  filter: ListName;
  /** undefined: loading. */
  options: FilterOptions | undefined;
  /** The counts could not be loaded. */
  failed: boolean;
  chosen: readonly string[];
  onToggle: (filter: ListName, value: string) => void;
  loadAllOptions: (filter: ListName) => Promise<void>;
};

/** A filter's values as checkboxes, each with its number of cars; long lists expand on demand. */
export function FilterChoices({ options, ...props }: Props) {
  const { filter, chosen, failed } = props;
  if (options && options.options.length + options.hidden === 0) return null;
  return (
    <FilterSection name={filter} label={listFields[filter].text.label} chosen={chosen.length > 0}>
      {options ? (
        <Choices options={options} {...props} />
      ) : failed ? (
        <OptionsFailed />
      ) : (
        <ChoicesSkeleton filter={filter} />
      )}
    </FilterSection>
  );
}

/** As high as the options will be: no layout shift. */
function ChoicesSkeleton({ filter }: { filter: ListName }) {
  const { values } = listFields[filter];
  const rows = Math.min(initiallyShown(filter), Math.max(values.length, 1));
  return (
    <div aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="filter-choice">
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  );
}

function OptionsFailed() {
  return (
    <p role="alert" className="text-sm text-red">
      {text.optionsFailed}
    </p>
  );
}

function Choices({
  filter,
  options,
  chosen,
  onToggle,
  loadAllOptions,
}: Omit<Props, "options"> & { options: FilterOptions }) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [typed, setTyped] = useState("");
  const {
    swatchOf,
    text: { label },
  } = listFields[filter];
  const shown = open
    ? optionsNamed(options.options, filter, typed)
    : shownOptions(options.options, chosen, initiallyShown(filter));
  const further = open ? 0 : options.options.length + options.hidden - shown.length;

  async function openAll() {
    setFailed(false);
    try {
      if (options.hidden > 0) await loadAllOptions(filter);
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
    <>
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
      <div>
        {shown.map(([value, count]) => (
          <FilterTick
            key={value}
            name={filter}
            value={value}
            ticked={chosen.includes(value)}
            count={count}
            onToggle={() => onToggle(filter, value)}
          >
            {swatchOf && <Swatch paint={swatchOf(value)} />}
            <span>{valueLabel(filter, value)}</span>
          </FilterTick>
        ))}
      </div>
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
      {failed && <OptionsFailed />}
    </>
  );
}

/** A dot in the colour; a dashed ring for a colour without one. */
function Swatch({ paint }: { paint: string | null }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 flex-none text-line-strong">
      <circle
        cx="10"
        cy="10"
        r="8.5"
        fill={paint ?? "none"}
        stroke="currentColor"
        strokeDasharray={paint === null ? "3 2.5" : undefined}
      />
    </svg>
  );
}
