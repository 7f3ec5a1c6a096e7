import { formatNumber } from "#domain/format/format.ts";
import { type RecencyName, recencyFields } from "#domain/search/search-fields.ts";
import { FilterSection } from "./filter-section.tsx";
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
          <label key={value} className="filter-choice" data-none={(count === 0 && !ticked) || undefined}>
            <input
              type="checkbox"
              name={filter}
              value={value}
              checked={ticked}
              onChange={() => onChoose(ticked ? null : days)}
              className="tick"
            />
            <span>{text.choice(days)}</span>
            <small>{formatNumber(count)}</small>
          </label>
        );
      })}
    </FilterSection>
  );
}
