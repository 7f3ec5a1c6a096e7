import {
  Archive,
  CalendarCheck,
  ChartColumn,
  Copy,
  Megaphone,
  Pencil,
  Printer,
  RotateCcw,
  Tag,
} from "lucide-react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { statisticsMessages } from "#domain/messages/statistics.ts";
import { Badge, type BadgeTone } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Photo } from "#web/components/photo.tsx";
import { backState } from "#web/lib/back.ts";
import { type CarListStatus, listStatusOf } from "./use-my-cars.ts";

const badges: Record<CarListStatus, { tone: BadgeTone; label: string }> = {
  active: { tone: "green", label: text.badgeActive },
  sold: { tone: "blue", label: text.badgeSold },
  archived: { tone: "neutral", label: text.badgeArchived },
};

const icon = { "aria-hidden": true, className: "size-4", strokeWidth: 2 } as const;

const fromHere = backState({ page: "my-publishings" });

/** One of one's own cars, with what can be done with it in its present state. */
export function MyCarCard({
  car,
  now,
  priceAdvice,
  onMove,
  onConfirm,
  onPromote,
  choice,
}: {
  car: Car;
  now: string;
  priceAdvice: ReactNode;
  onMove: (event: CarEvent) => void;
  /** It is still for sale. */
  onConfirm: () => void;
  onPromote: () => void;
  /** It may be chosen, among others. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined;
}) {
  const listStatus = listStatusOf(car);
  const badge = badges[listStatus];
  const name = `${car.brand} ${car.model}`;
  const note = confirmedNote(car.confirmedAt, now);
  return (
    <article
      data-car={car._id}
      className={clsx(
        "relative flex flex-col overflow-hidden rounded-lg border bg-paper transition-shadow hover:shadow-card",
        choice?.isChosen === true ? "border-blue ring-2 ring-blue" : "border-line",
      )}
    >
      {choice && (
        <label className="absolute top-2 right-2 z-10 flex size-11 cursor-pointer items-center justify-center rounded-md bg-paper shadow-card">
          <input
            type="checkbox"
            className="tick"
            aria-label={bulkEditMessages.chooseCar(name, car.number)}
            checked={choice.isChosen}
            onChange={(event) => choice.onChange(event.target.checked)}
          />
        </label>
      )}
      <Link to={`/car/${car._id}`} state={fromHere} className="relative block">
        <Photo
          src={car.images[0]}
          thumbhash={car.photos[0]?.thumbhash ?? null}
          alt={name}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 100vw"
        />
        <Badge tone={badge.tone} className="absolute top-3 left-3">
          {badge.label}
        </Badge>
      </Link>
      <div className="flex grow flex-col p-4">
        <p className="text-xl font-bold tabular-nums">{formatEuro(car.price)}</p>
        <h2 className="text-lg font-semibold">
          <Link to={`/car/${car._id}`} state={fromHere}>
            {name}
          </Link>
        </h2>
        <p className="text-sm text-ink-soft tabular-nums">
          {`${car.year}\u00A0· ${formatKm(car.mileage)}\u00A0· ${car.fuel}\u00A0· ${car.transmission}`}
        </p>
        <p className="mt-1 text-sm text-ink-faint tabular-nums">
          {`${text.number(car.number)}\u00A0· ${car.reference ? `${car.reference}\u00A0· ` : ""}${car.location}\u00A0· ${formatDate(car.createdAt)}`}
        </p>
        {listStatus === "active" && note !== null && (
          <p className={`mt-1 text-sm font-medium ${note.isStale ? "text-ink-soft" : "text-green"}`}>
            {note.text}
          </p>
        )}
        {listStatus === "active" && priceAdvice}
        {car.unlisted && listStatus !== "archived" && (
          <p className="mt-3 rounded-md bg-surface p-3 text-sm">{text.unlisted[car.unlisted]}</p>
        )}
        {car.feeRefunded && <p className="mt-3 rounded-md bg-surface p-3 text-sm">{text.feeRefunded}</p>}
        {/* They fill their rows, two and two on the smallest phone. */}
        <div className="mt-4 flex flex-wrap gap-2 pt-1 *:grow *:px-3!">
          {listStatus === "active" && (
            <>
              <ButtonLink variant="secondary" to={`/edit-car/${car._id}`}>
                <Pencil {...icon} />
                {text.edit}
              </ButtonLink>
              <Button variant="secondary" onClick={onConfirm}>
                <CalendarCheck {...icon} />
                {confirmationMessages.confirm}
              </Button>
              <Button variant="secondary" onClick={() => onMove("markSold")}>
                <Tag {...icon} />
                {text.markSold}
              </Button>
              {/* Nobody would see it: the server refuses what is promoted while hidden. */}
              {car.unlisted === undefined && (
                <Button variant="secondary" onClick={onPromote}>
                  <Megaphone {...icon} />
                  {text.promote}
                </Button>
              )}
            </>
          )}
          {listStatus === "sold" && (
            <Button variant="secondary" onClick={() => onMove("markUnsold")}>
              <RotateCcw {...icon} />
              {text.markUnsold}
            </Button>
          )}
          <ButtonLink variant="secondary" to={`/my-publishings/${car._id}/stats`}>
            <ChartColumn {...icon} />
            {statisticsMessages.link}
          </ButtonLink>
          {listStatus !== "archived" && (
            <ButtonLink variant="secondary" to={`/my-publishings/${car._id}/sheet`}>
              <Printer {...icon} />
              {text.printSheet}
            </ButtonLink>
          )}
          <ButtonLink variant="secondary" to="/add-car" state={{ copyOf: car._id }}>
            <Copy {...icon} />
            {text.copy}
          </ButtonLink>
          {listStatus === "archived" ? (
            <Button variant="secondary" onClick={() => onMove("restore")}>
              <RotateCcw {...icon} />
              {text.restore}
            </Button>
          ) : (
            <Button variant="danger-quiet" onClick={() => onMove("archive")}>
              <Archive {...icon} />
              {text.archive}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
