import { formatNumber } from "#domain/format/format.ts";
import { type ListName, listFields, valueLabel } from "#domain/search/search-fields.ts";

type Choice = { filter: ListName; value: string; ticked: boolean; none: boolean };
type Props = Choice & {
  /** As people read it. */
  count: string;
  onToggle?: (filter: ListName, value: string) => void;
};

/** One value of a filter to tick. */
function FilterChoice({ filter, value, ticked, none, count, onToggle }: Props) {
  const { swatchOf } = listFields[filter];
  return (
    <label className="filter-choice" data-none={none || undefined}>
      <input
        type="checkbox"
        name={filter}
        value={value}
        checked={ticked}
        onChange={() => onToggle?.(filter, value)}
        className="tick"
      />
      {swatchOf && <Swatch paint={swatchOf(value)} />}
      <span>{valueLabel(filter, value)}</span>
      <small>{count}</small>
    </label>
  );
}

/** A dot of the paint; a dashed ring for a colour that has none. */
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

/** A filter's values to tick, each with the number of cars behind it. They are half of a page's elements. */
export function FilterChoiceList({
  filter,
  shown,
  chosen,
  onToggle,
}: {
  filter: ListName;
  shown: readonly (readonly [value: string, count: number])[];
  chosen: readonly string[];
  onToggle: (filter: ListName, value: string) => void;
}) {
  return (
    <div>
      {shown.map(([value, count]) => {
        const ticked = chosen.includes(value);
        return (
          <FilterChoice
            key={value}
            filter={filter}
            value={value}
            ticked={ticked}
            none={count === 0 && !ticked}
            count={formatNumber(count)}
            onToggle={onToggle}
          />
        );
      })}
    </div>
  );
}
