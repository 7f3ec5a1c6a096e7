import { type FormEvent, useState } from "react";
import { carLimits } from "#domain/cars/car-limits.ts";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Button } from "#web/components/button.tsx";
import { FilterChoices } from "./filter-choices.tsx";
import type { SearchFacets } from "./filter-options.ts";
import { FilterRange } from "./filter-range.tsx";
import { type ChoiceFilter, chosenValues, withBounds, withToggled } from "./search-address.ts";

type Props = {
  /** The form's own id: fields outside of it (the sort) belong to it by this. */
  id: string;
  search: CarSearch;
  facets: SearchFacets;
  year: number;
  onChange: (search: CarSearch) => void;
  loadAllOptions: () => Promise<void>;
};

/**
 * Every filter of a search as one form. With scripts each change counts at once; without them the
 * form is sent with its button and leads to the same address.
 */
export function FilterPanel({ id, search, facets, year, onChange, loadAllOptions }: Props) {
  const toggle = (filter: ChoiceFilter, value: string) => onChange(withToggled(search, filter, value));
  const choices = (filter: ChoiceFilter) => (
    <FilterChoices
      filter={filter}
      options={facets.options[filter]}
      chosen={chosenValues(search, filter)}
      onToggle={toggle}
      loadAllOptions={loadAllOptions}
    />
  );
  const hasModels = facets.options.model.options.length > 0;
  return (
    <form
      id={id}
      action="/search"
      method="get"
      onSubmit={(event: FormEvent) => event.preventDefault()}
      className="flex flex-col"
    >
      <WordsField value={search.q} onChange={(q) => onChange({ ...search, q })} />
      {choices("brand")}
      {hasModels && choices("model")}
      <FilterRange
        label={text.price}
        names={{ min: "minPrice", max: "maxPrice" }}
        min={search.minPrice}
        max={search.maxPrice}
        onChange={(bounds) => onChange(withBounds(search, bounds))}
      />
      <FilterRange
        label={text.year}
        names={{ min: "minYear", max: "maxYear" }}
        min={search.minYear}
        max={search.maxYear}
        limits={{ min: carLimits.minYear, max: year }}
        onChange={(bounds) => onChange(withBounds(search, bounds))}
      />
      <FilterRange
        label={text.mileage}
        names={{ min: "minMileage", max: "maxMileage" }}
        min={search.minMileage}
        max={search.maxMileage}
        onChange={(bounds) => onChange(withBounds(search, bounds))}
      />
      {choices("fuel")}
      {choices("transmission")}
      {choices("type")}
      {choices("location")}
      {choices("customsPaid")}
      {choices("origin")}
      {choices("condition")}
      <div className="border-t border-line py-2">
        <Checkbox
          name="recommended"
          value="true"
          checked={search.recommended === true}
          onChange={(event) => onChange({ ...search, recommended: event.target.checked ? true : null })}
          label={searchPageMessages.recommendedOnly}
        />
      </div>
      <div className="sticky bottom-2 hidden noscript:block">
        <Button type="submit" className="w-full">
          {text.apply}
        </Button>
      </div>
    </form>
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
