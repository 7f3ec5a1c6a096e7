import { useEffect, useRef, useState } from "react";
import { carLimits } from "#domain/cars/car-limits.ts";
import { formatNumber, parseTypedNumber } from "#domain/format/format.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { type BoundName, type RangeName, rangeFields } from "#domain/search/search-fields.ts";
import { chipClass } from "#web/components/chip.tsx";
import { FilterSection } from "./filter-section.tsx";
import { priceStepLabel } from "./quick-filters.ts";

/** Debounce of typing, in milliseconds. */
const typedMs = 400;

const noSteps: readonly number[] = [];

type Props = {
  filter: RangeName;
  search: CarSearch;
  /** The newest year that can be chosen. */
  year: number;
  /** Upper price bounds to tap; none by default. */
  priceSteps?: readonly number[];
  onChange: (search: CarSearch) => void;
};

/** A range, from and to; either may be empty. */
export function FilterRange({ filter, search, year, priceSteps = noSteps, onChange }: Props) {
  const {
    min,
    max,
    isYear = false,
    text: { label, hint },
  } = rangeFields[filter];
  const limits = isYear ? { min: carLimits.minYear, max: year } : null;
  return (
    <FilterSection name={filter} label={label} chosen={search[min] !== null || search[max] !== null}>
      <div className="grid grid-cols-2 gap-2">
        <BoundInput
          limits={limits}
          name={min}
          label={text.rangeFrom(label)}
          placeholder={text.from}
          value={search[min]}
          onChange={(value) => onChange({ ...search, [min]: value })}
        />
        <BoundInput
          limits={limits}
          name={max}
          label={text.rangeTo(label)}
          placeholder={text.to}
          value={search[max]}
          onChange={(value) => onChange({ ...search, [max]: value })}
        />
      </div>
      {priceSteps.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {priceSteps.map((price) => {
            const chosen = search[max] === price;
            return (
              <button
                key={price}
                type="button"
                aria-pressed={chosen}
                onClick={() => onChange({ ...search, [max]: chosen ? null : price })}
                className={chipClass(chosen)}
              >
                {priceStepLabel(price)}
              </button>
            );
          })}
        </div>
      )}
      {hint !== undefined && <p className="mt-2 text-sm text-ink-faint">{hint}</p>}
    </FilterSection>
  );
}

function BoundInput({
  name,
  label,
  placeholder,
  value,
  limits,
  onChange,
}: {
  name: BoundName;
  label: string;
  placeholder: string;
  value: number | null;
  limits: { min: number; max: number } | null;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function commit(entry: string) {
    clearTimeout(timer.current);
    const number = entry.trim() === "" ? null : parseTypedNumber(entry);
    // Half a year ("20") would find nothing, and text that is not a number means nothing.
    if (number === null && entry.trim() !== "") return;
    if (limits && number !== null && number < limits.min) return;
    const next = number === 0 ? null : number;
    if (next !== value) onChange(next);
  }

  const shown = value === null ? "" : limits ? String(value) : formatNumber(value);
  return (
    <input
      {...(limits ? { type: "number", min: limits.min, max: limits.max } : { type: "text" })}
      inputMode="numeric"
      autoComplete="off"
      name={name}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? shown}
      onChange={(event) => {
        const entry = event.target.value;
        setTyped(entry);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(entry), typedMs);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit(event.currentTarget.value);
      }}
      onBlur={(event) => {
        commit(event.target.value);
        setTyped(null);
      }}
      className="control tabular-nums"
    />
  );
}
