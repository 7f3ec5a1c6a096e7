import { useEffect } from "react";
import type { Car } from "#contract/cars.ts";
import { formatEuro } from "#domain/format/format.ts";
import { compareMessages as text } from "#domain/messages/compare.ts";
import { Badge } from "#web/components/badge.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { EmptyState } from "#web/components/states.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { compareAddress, removeCompared } from "#web/lib/compare.ts";
import { compareRows } from "./compare-rows.ts";

/** /compare: two to four cars side by side. */
export function ComparePage({
  cars,
  totals,
  gone,
  now,
}: {
  cars: readonly Car[];
  /** Prices with plates of the cars without customs, in the cars' order. */
  totals: readonly (number | null)[];
  /** Requested cars that are no longer public. */
  gone: readonly string[];
  now: string;
}) {
  // Otherwise they would take a place that nobody can free.
  useEffect(() => removeCompared(gone), [gone]);
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-3xl">{text.title}</h1>
      {gone.length > 0 && <p className="mt-3 rounded-md bg-surface px-4 py-3">{text.gone(gone.length)}</p>}
      {cars.length < 2 ? (
        <EmptyState title={text.empty} text={text.emptyText}>
          <ButtonLink to="/search">{text.toSearch}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="mt-2 text-ink-soft">{text.onlyDifferences}</p>
          <section
            aria-label={text.title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
            tabIndex={0}
            className="mt-6 overflow-x-auto"
          >
            <CompareTable cars={cars} totals={totals} now={now} />
          </section>
        </>
      )}
    </div>
  );
}

function CompareTable({
  cars,
  totals,
  now,
}: {
  cars: readonly Car[];
  totals: readonly (number | null)[];
  now: string;
}) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm tabular-nums md:text-base">
      <colgroup>
        <col className="w-24 md:w-44" />
        {cars.map(({ _id }) => (
          <col key={_id} className="w-29 md:w-60" />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="sticky left-0 z-10 bg-paper">
            <span className="sr-only">{text.fact}</span>
          </th>
          {cars.map((car) => (
            <th key={car._id} scope="col" className="p-2 text-start align-top font-normal">
              <div className="overflow-hidden rounded-md">
                <CarPhoto car={car} sizes="(min-width: 48rem) 15rem, 10rem" />
              </div>
              <TextLink to={`/car/${car._id}`} className="mt-2 inline-block font-semibold wrap-anywhere">
                {`${car.brand} ${car.model}`}
              </TextLink>
              <span className="block text-lg font-bold wrap-anywhere md:text-xl">
                {formatEuro(car.price)}
              </span>
              {car.sold && <Badge tone="neutral">{text.sold}</Badge>}
              <TextLink
                to={compareAddress(cars.flatMap(({ _id }) => (_id === car._id ? [] : [_id])))}
                replace
                preventScrollReset
                aria-label={text.removeOf(`${car.brand} ${car.model}`)}
                className="flex min-h-11 w-fit items-center"
                onClick={() => removeCompared([car._id])}
              >
                {text.remove}
              </TextLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {compareRows(cars, totals, now).map(({ name, values, differs }) => (
          <tr key={name} data-differs={differs || undefined}>
            <th
              scope="row"
              className="sticky left-0 z-10 border-t border-line bg-paper py-3 pe-2 text-start font-normal wrap-anywhere text-ink-soft"
            >
              {name}
              {differs && <span className="sr-only">{` (${text.differs})`}</span>}
            </th>
            {values.map((value, index) => (
              <td
                key={cars[index]?._id}
                className={`border-t border-line p-2 py-3 wrap-anywhere ${differs ? "bg-blue-soft font-semibold" : ""}`}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
