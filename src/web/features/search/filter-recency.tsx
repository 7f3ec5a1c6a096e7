import { type RecencyName, recencyFields } from "#domain/search/search-fields.ts";
import { FilterSection } from "./filter-section.tsx";
import { FilterTick } from "./filter-tick.tsx";
import type { FilterOption } from "./filter-options.ts";

type Props = {
  filter: RecencyName;
  /** undefined: not counted yet. */
  options: readonly FilterOption[] | undefined;
  chosen: number | null;
  onChoose: (days: number | null) => void;
};

/** One of a few numbers of days, each with its number of cars; ticking it again clears it. */
export function FilterRecency({ filter, options, chosen, onChoose }: Props) {
  const { days: choices, text } = recencyFields[filter];
  const shown = options ?? choices.map((days) => [String(days), null] as const);
  return (
    <FilterSection name={filter} label={text.label} chosen={chosen !== null}>
      {shown.map(([value, count]) => {
        const days = Number(value);
        const ticked = days === chosen;
        return (
          <FilterTick
            key={value}
            name={filter}
            value={value}
            ticked={ticked}
            count={count}
            onToggle={() => onChoose(ticked ? null : days)}
          >
            <span>{text.choice(days)}</span>
          </FilterTick>
        );
      })}
    </FilterSection>
  );
}
