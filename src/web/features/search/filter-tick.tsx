import type { ReactNode } from "react";
import { formatNumber } from "#domain/format/format.ts";

/**
 * A checkbox with its number of cars; null while unknown. Kept small: these are half of a page's elements.
 */
export function FilterTick({
  name,
  value,
  ticked,
  count,
  onToggle,
  children,
}: {
  name: string;
  value: string;
  ticked: boolean;
  count: number | null;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <label className="filter-choice" data-none={(count === 0 && !ticked) || undefined}>
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={ticked}
        onChange={onToggle}
        className="tick"
      />
      {children}
      {count !== null && <small>{formatNumber(count)}</small>}
    </label>
  );
}
