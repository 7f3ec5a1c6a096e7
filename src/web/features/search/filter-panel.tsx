import { type FormEvent, useMemo, useState } from "react";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import {
  type FieldName,
  type ListName,
  flagFields,
  isDistance,
  isList,
  isRange,
  isRecency,
  panelNames,
} from "#domain/search/search-fields.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Button } from "#web/components/button.tsx";
import { FilterChoices } from "./filter-choices.tsx";
import { offersModels, type SearchFacets } from "./filter-options.ts";
import { FilterDistance } from "./filter-distance.tsx";
import { FilterRange } from "./filter-range.tsx";
import { FilterRecency } from "./filter-recency.tsx";
import { FilterSectionsContext } from "./filter-section.tsx";
import { priceSteps } from "./quick-filters.ts";
import { everyFilterHref, withNear, withToggled } from "./search-address.ts";

type Props = {
  /** Id of the form: fields outside of it (the sort order) refer to it. */
  id: string;
  search: CarSearch;
  facets: SearchFacets;
  year: number;
  onChange: (search: CarSearch) => void;
  loadAllOptions: (filter: ListName) => Promise<void>;
  /** Sections that are open at first; those with a chosen value are, too. */
  openAtFirst: ReadonlySet<FieldName>;
  /** Called for each open section: its facet is needed. */
  onShown: (name: FieldName) => void;
  /** A visible facet could not be loaded. */
  failed: boolean;
  /** Shows prices to tap, for touch screens. */
  hasPriceSteps?: boolean;
};

/**
 * All filters of a search as one form. With scripts each change applies at once; without them the submit
 * button leads to the same address.
 */
export function FilterPanel({
  id,
  search,
  facets,
  year,
  onChange,
  loadAllOptions,
  openAtFirst,
  onShown,
  failed,
  hasPriceSteps = false,
}: Props) {
  const sections = useMemo(() => ({ openAtFirst, onShown }), [openAtFirst, onShown]);
  return (
    <FilterSectionsContext value={sections}>
      <form
        id={id}
        action="/search"
        method="get"
        onSubmit={(event: FormEvent) => event.preventDefault()}
        className="flex flex-col"
      >
        <WordsField value={search.q} onChange={(q) => onChange({ ...search, q })} />
        {panelNames.map((name) => {
          if (isRange(name))
            return (
              <FilterRange
                key={name}
                filter={name}
                search={search}
                year={year}
                priceSteps={hasPriceSteps && name === "price" ? priceSteps(search, facets) : []}
                onChange={onChange}
              />
            );
          if (name === "model" && !offersModels(search)) return null;
          if (isList(name))
            return (
              <FilterChoices
                key={name}
                filter={name}
                options={facets.options[name]}
                failed={failed}
                chosen={search[name]}
                onToggle={(filter, value) => onChange(withToggled(search, filter, value))}
                loadAllOptions={loadAllOptions}
              />
            );
          if (isRecency(name))
            return (
              <FilterRecency
                key={name}
                filter={name}
                options={facets.recencies[name]}
                chosen={search[name]}
                onChoose={(days) => onChange({ ...search, [name]: days })}
              />
            );
          if (isDistance(name))
            return (
              <FilterDistance
                key={name}
                filter={name}
                options={facets.distances[name]}
                chosen={search[name]}
                onChoose={(near) => onChange(withNear(search, name, near))}
              />
            );
          return (
            <div key={name} className="border-t border-line py-2">
              <Checkbox
                name={name}
                value="true"
                checked={search[name] === true}
                onChange={(event) => onChange({ ...search, [name]: event.target.checked ? true : null })}
                label={flagFields[name].text.label}
              />
            </div>
          );
        })}
        {/* Closed sections are empty; without scripts this link opens a page with all of them. */}
        <a
          rel="nofollow"
          href={everyFilterHref(search)}
          className="hidden py-3 font-medium text-blue-text noscript:block"
        >
          {searchPageMessages.everyFilter}
        </a>
        <div className="sticky bottom-2 hidden noscript:block">
          <Button type="submit" className="w-full">
            {text.apply}
          </Button>
        </div>
      </form>
    </FilterSectionsContext>
  );
}

function WordsField({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  function commit(words: string) {
    setTyped(null);
    if (words.trim() !== value) onChange(words.trim());
  }
  return (
    <label className="flex flex-col gap-2 pb-4 font-semibold">
      {text.words}
      <input
        type="search"
        name="q"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={text.wordsPlaceholder}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(event.currentTarget.value);
        }}
        onBlur={(event) => commit(event.target.value)}
        className="control font-normal"
      />
    </label>
  );
}
