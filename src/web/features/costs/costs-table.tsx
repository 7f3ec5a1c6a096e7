import type { ImportCostsAnswer } from "#contract/tariffs.ts";
import { formatEuro } from "#domain/format/format.ts";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { isCheckStale } from "#domain/tariffs/tariff-trust.ts";
import { TextLink } from "#web/components/text-link.tsx";

interface Column {
  readonly name: string;
  readonly costs: ImportCostsAnswer;
}

const euro = (amount: number | null): string => (amount === null ? text.unknown : text.euro(amount));

const cell = "border-t border-line py-2.5 ps-3 text-end align-top font-medium whitespace-nowrap";
const rowHead = "border-t border-line py-2.5 text-start align-top font-normal";
const sum = "border-t-2 border-line py-3 font-semibold";

/**
 * Every amount and how certain it is, in one or more columns with the same lines. Renders nothing for a car
 * that may not be imported.
 */
export function CostsTable({ price, columns }: { price: number; columns: readonly Column[] }) {
  const [first] = columns;
  if (first === undefined) return null;
  return (
    <table className="mt-4 w-full border-collapse tabular-nums">
      <caption className="sr-only">{text.caption}</caption>
      <thead className={columns.length === 1 ? "sr-only" : ""}>
        <tr>
          <th scope="col" className="pb-2 text-start text-sm font-normal text-ink-soft">
            {text.what}
          </th>
          {columns.map(({ name }) => (
            <th
              key={name}
              scope="col"
              className="pb-2 ps-3 text-end align-bottom text-sm font-normal text-ink-soft"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" className={rowHead}>
            {text.carPrice}
          </th>
          {columns.map(({ name }) => (
            <td key={name} className={cell}>
              {formatEuro(price)}
            </td>
          ))}
        </tr>
        {first.costs.lines.map((line, index) => (
          <tr key={line.key}>
            <th scope="row" className={rowHead}>
              {line.label}
              {columns.some(({ costs }) => costs.lines[index]?.amount !== null) && (
                <span className="block text-sm text-ink-faint">{text.certainties[line.certainty]}</span>
              )}
            </th>
            {columns.map(({ name, costs }) => {
              const { base = null, amount = null } = costs.lines[index] ?? {};
              return (
                <td key={name} className={`${cell} ${amount === null ? "text-ink-faint" : ""}`}>
                  {euro(amount)}
                  {base !== null && (
                    <span className="block text-sm font-normal text-ink-faint">{text.of(base)}</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={`${rowHead} ${sum}`}>
            {text.known}
          </th>
          {columns.map(({ name, costs }) => (
            <td key={name} className={`${cell} ${sum}`}>
              {euro(costs.known)}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row" className={`${rowHead} ${sum} text-lg`}>
            {text.total}
          </th>
          {columns.map(({ name, costs }) => (
            <td key={name} className={`${cell} ${sum} text-lg`}>
              {euro(costs.total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** How certain the amounts are, and their source. */
export function CostsNotes({
  costs: { lines, tariff },
  now,
}: {
  costs: ImportCostsAnswer;
  /** The time of the rendering, the same on the server and in the browser. */
  now: string;
}) {
  // The day in UTC: an hour or two do not matter here, and a date format costs a phone ten milliseconds.
  const today = now.slice(0, 10);
  return (
    <div className="mt-4 flex flex-col gap-2 text-sm text-ink-soft">
      {lines.length > 0 && <p>{text.certaintyNote}</p>}
      <p className="wrap-anywhere">
        {`${text.source} `}
        <TextLink to={tariff.source.url} rel="noopener noreferrer" target="_blank">
          {tariff.source.title}
        </TextLink>
        {`, ${text.checked(tariff.checkedOn, tariff.validFrom, today)}.`}
      </p>
      {isCheckStale(tariff.checkedOn, today) && <p className="font-medium">{text.stale}</p>}
    </div>
  );
}
