import { useEffect, useState } from "react";
import type { PriceCut } from "#contract/cars.ts";
import { formatDate, formatEuro } from "#domain/format/format.ts";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { api } from "#web/lib/auth.ts";

/** "12.11." in the current year, else "12.11.2025". */
function shortDate(day: string, now: string): string {
  const date = formatDate(day);
  return day.slice(0, 4) === now.slice(0, 4) ? date.slice(0, 6) : date;
}

/**
 * The price before the last cut, and all cuts if there were several. `initial` null: loads them here; a
 * failure shows nothing.
 */
export function PriceCuts({
  carId,
  initial,
  now,
}: {
  carId: string;
  initial: readonly PriceCut[] | null;
  now: string;
}) {
  const [cuts, setCuts] = useState(initial);
  const isMissing = cuts === null;
  useEffect(() => {
    if (!isMissing) return;
    const ended = new AbortController();
    api("GET /api/cars/{id}/price-history", { params: { id: carId } }, { signal: ended.signal }).then(
      setCuts,
      () => undefined,
    );
    return () => ended.abort();
  }, [carId, isMissing]);
  const [last] = cuts ?? [];
  if (!cuts || last === undefined) return null;
  const sentence = text.cut(formatEuro(last.from), shortDate(last.on, now));
  const look = "mt-1 font-medium text-green tabular-nums";
  if (cuts.length === 1) return <p className={look}>{sentence}</p>;
  return (
    <details className={look}>
      <summary className="flex min-h-11 items-center underline decoration-dotted underline-offset-4">
        {sentence}
      </summary>
      <h2 className="text-base text-ink">{text.cutsHeading}</h2>
      <ul className="mt-1 font-normal text-ink-soft">
        {cuts.map((cut) => (
          <li key={`${cut.on} ${cut.to}`} className="flex flex-wrap justify-between gap-x-4 py-0.5">
            <span>{formatDate(cut.on)}</span>
            <span>{text.cutLine(formatEuro(cut.from), formatEuro(cut.to))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
