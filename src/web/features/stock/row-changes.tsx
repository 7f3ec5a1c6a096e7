import type { ImportRow } from "#contract/imports.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { wholeItems } from "#web/lib/whole-items.ts";

const text = stockPageMessages.import;

export function RowHead({ row }: { row: ImportRow }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="font-semibold">{row.title === "" ? text.noTitle : row.title}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-ink-faint tabular-nums">
        {row.row !== null && <span>{text.row(row.row)}</span>}
        {/* Not as `wholeItems`: a reference is copied from here. */}
        {row.reference !== "" && <span>{text.reference(row.reference)}</span>}
      </span>
    </p>
  );
}

/** A new car's figures, and how the file's words were understood. */
function NewCar({ row }: { row: ImportRow }) {
  const [price, mileage, photos] = row.changes.map(({ after }) => Number(after));
  if (price === undefined || mileage === undefined || photos === undefined) return null;
  const readings = row.changes.slice(3);
  return (
    <>
      <p className="mt-1 text-sm tabular-nums">
        {wholeItems([formatEuro(price), formatKm(mileage), text.photos(photos)])}
      </p>
      {readings.length > 0 && (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 text-sm text-ink-soft sm:grid-cols-2">
          {readings.map(({ column, before, after }) => (
            <li key={column} className="wrap-anywhere">
              {text.readAs(column, before, after)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function RowChanges({ row }: { row: ImportRow }) {
  if (row.outcome === "create")
    return (
      <>
        <RowHead row={row} />
        <NewCar row={row} />
      </>
    );
  return (
    <>
      <RowHead row={row} />
      {row.changes.length > 0 && (
        <dl className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {row.changes.map(({ column, before, after }) => (
            <div key={column} className="contents">
              <dt className="text-ink-faint">{column}</dt>
              <dd className="line-clamp-3 wrap-anywhere max-sm:mb-1">
                <span className="font-medium">{after === "" ? text.empty : after}</span>{" "}
                <span className="text-ink-faint">
                  ({text.was} {before === "" ? text.empty : before})
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
