import { Link } from "react-router";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { timeAgo } from "#domain/messages/time-ago.ts";
import { Badge } from "#web/components/badge.tsx";
import { Photo } from "#web/components/photo.tsx";
import { type BackOrigin, backState } from "#web/features/shell/back.ts";
import type { CarSummary } from "./car-summary.ts";
import { FavoriteButton } from "./favorite-button.tsx";

const text = searchPageMessages.card;

type Props = {
  car: CarSummary;
  now: string;
  from: BackOrigin;
  /** How wide the photo is shown, as the `sizes` of an image. */
  sizes: string;
  /** The photo is in view when the page opens. */
  priority?: boolean;
};

/** A car in a list. The server draws many of them for every page, so its markup is kept lean. */
export function CarCard({ car, now, from, sizes, priority = false }: Props) {
  const name = `${car.brand} ${car.model}`;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-paper transition-shadow hover:shadow-card">
      <Photo
        src={car.photo?.url}
        thumbhash={car.photo?.thumbhash ?? null}
        alt={car.photo ? text.photoOf(`${name} ${car.year}`) : ""}
        sizes={sizes}
        priority={priority}
      />
      <p className="absolute top-3 left-3 flex flex-wrap gap-1.5 pe-16">
        {car.isRecommended && <Badge tone="gold">{text.recommended}</Badge>}
        <Badge tone="on-photo">{car.type}</Badge>
      </p>
      <FavoriteButton
        id={car.id}
        name={name}
        className="absolute top-2 right-2 z-10 bg-black/45 text-white hover:bg-black/65"
      />
      <div className="flex grow flex-col p-4">
        <p className="text-xl font-bold tabular-nums">{formatEuro(car.price)}</p>
        <h3 className="mt-0.5 text-base">
          <Link
            to={`/car/${car.id}`}
            state={backState(from)}
            className="no-underline group-hover:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {name}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {`${car.year} · ${formatKm(car.mileage)} · ${car.fuel} · ${car.transmission}`}
        </p>
        <p className="mt-2 line-clamp-3 text-sm text-ink-faint">{car.description}</p>
        <div className="mt-auto flex items-end justify-between gap-3 pt-3 text-sm">
          <p className="text-ink-soft">
            {car.location}
            {car.isDealer && ` · ${text.dealer}`}
            <span className="block text-ink-faint">{timeAgo(car.createdAt, now)}</span>
          </p>
          {/* The whole card is the link; this only shows that it is one. */}
          <span aria-hidden="true" className="shrink-0 font-semibold text-blue-text">
            {text.details}
          </span>
        </div>
      </div>
    </article>
  );
}

/** Cards side by side. `columns` are the classes of the grid. */
export function CarGrid({
  cars,
  now,
  from,
  sizes,
  columns,
  priority = 0,
}: {
  cars: readonly CarSummary[];
  now: string;
  from: BackOrigin;
  sizes: string;
  columns: string;
  /** How many photos are in view when the page opens. */
  priority?: number;
}) {
  return (
    <ul className={`grid gap-4 ${columns}`}>
      {cars.map((car, index) => (
        <li key={car.id}>
          <CarCard car={car} now={now} from={from} sizes={sizes} priority={index < priority} />
        </li>
      ))}
    </ul>
  );
}
