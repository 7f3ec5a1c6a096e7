import { Link } from "react-router";
import type { Car } from "#contract/cars.ts";
import { formatEuro } from "#domain/format/format.ts";
import { favoritesMessages as text } from "#domain/messages/favorites.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { backState } from "#web/lib/back.ts";
import { useRowFocus } from "#web/lib/use-row-focus.ts";

/** A favourite that is no longer for sale; `car` is null if nothing is known of it. */
export type UnavailableCar = { id: string; car: Car | null };

/** Favourites that were sold or removed since; each can be dismissed. */
export function UnavailableCars({
  cars,
  onRemove,
}: {
  cars: readonly UnavailableCar[];
  onRemove: (ids: readonly string[]) => void;
}) {
  const rows = useRowFocus("favorites");
  return (
    <section aria-labelledby="unavailable" className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="unavailable" className="text-xl">
          {text.unavailable}
        </h2>
        {cars.length > 1 && (
          <Button variant="quiet" onClick={() => onRemove(cars.map(({ id }) => id))}>
            {text.removeAll}
          </Button>
        )}
      </div>
      <ul ref={rows} className="divide-y divide-line rounded-lg border border-line">
        {cars.map(({ id, car }) => (
          <li key={id} data-unavailable={id} className="flex items-center gap-3 p-3 sm:gap-4">
            <CarPhoto car={car} sizes="7rem" className="aspect-4/3 w-20 shrink-0 rounded-md sm:w-28" />
            <div className="min-w-0 grow">
              {car === null ? (
                <>
                  <p className="font-semibold">{text.goneTitle}</p>
                  <p className="text-sm text-ink-soft">{text.goneText}</p>
                </>
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <Link
                      to={`/car/${id}`}
                      state={backState({ page: "favorites" })}
                      className="font-semibold text-ink underline-offset-4 hover:underline"
                    >
                      {car.brand} {car.model} {car.year}
                    </Link>
                    <Badge tone="neutral">{text.sold}</Badge>
                  </p>
                  <p className="text-sm text-ink-soft tabular-nums">{formatEuro(car.price)}</p>
                </>
              )}
            </div>
            <Button
              variant="quiet"
              aria-label={car === null ? text.removeGone : text.remove(`${car.brand} ${car.model}`)}
              onClick={() => onRemove([id])}
            >
              {text.removeShort}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
