import type { ReactNode } from "react";
import { formatNumber } from "#domain/format/format.ts";

/** A value to tick, with the number of cars behind it; null while that is not known. They are half of a page's elements. */
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
