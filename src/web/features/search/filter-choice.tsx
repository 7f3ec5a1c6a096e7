import { formatNumber } from "#domain/format/format.ts";
import { type ListName, valueLabel } from "#domain/search/search-fields.ts";

type Choice = { filter: ListName; value: string; ticked: boolean; none: boolean };
type Props = Choice & {
  /** As people read it. */
  count: string;
  onToggle?: (filter: ListName, value: string) => void;
};

/** One value of a filter to tick. */
function FilterChoice({ filter, value, ticked, none, count, onToggle }: Props) {
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
      <span>{valueLabel(filter, value)}</span>
      <small>{count}</small>
    </label>
  );
}

/** Stands for the number in what the server keeps of a value: the rest of it is the same on page after page. */
const COUNT = "\u0001";

const drawnChoice = import.meta.env.SSR
  ? (await import("#web/lib/kept-markup.ts")).keepMarkup<Props>(FilterChoice, 2_000)
  : null;

function markup(choice: Choice, count: number): string {
  return drawnChoice?.({ ...choice, count: COUNT }).__html.replace(COUNT, formatNumber(count)) ?? "";
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
  const choices = shown.map(([value, count]) => {
    const ticked = chosen.includes(value);
    return { count, choice: { filter, value, ticked, none: count === 0 && !ticked } };
  });
  return drawnChoice === null ? (
    <div className="clear-both">
      {choices.map(({ count, choice }) => (
        <FilterChoice key={choice.value} {...choice} count={formatNumber(count)} onToggle={onToggle} />
      ))}
    </div>
  ) : (
    <div
      className="clear-both"
      dangerouslySetInnerHTML={{
        __html: choices.map(({ count, choice }) => markup(choice, count)).join(""),
      }}
    />
  );
}
