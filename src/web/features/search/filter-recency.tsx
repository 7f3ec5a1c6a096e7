import { type RecencyName, recencyFields } from "#domain/search/search-fields.ts";
import { FilterSection } from "./filter-section.tsx";
import { FilterTick } from "./filter-tick.tsx";
import type { FilterOption } from "./filter-options.ts";

type Props = {
  filter: RecencyName;
  options: readonly FilterOption[];
  chosen: number | null;
  onChoose: (days: number | null) => void;
};

/** One of a few numbers of days, each with the number of cars behind it; ticked again it is none. */
export function FilterRecency({ filter, options, chosen, onChoose }: Props) {
  const { text } = recencyFields[filter];
  return (
    <FilterSection label={text.label} chosen={chosen !== null}>
      {options.map(([value, count]) => {
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
