import { Archive, CalendarCheck, ChartColumn, Copy, Megaphone, Pencil, Printer, Tag } from "lucide-react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { mileageHistoryMessages } from "#domain/messages/mileage-history.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";
import { statisticsMessages } from "#domain/messages/statistics.ts";
import { unlistedMessages } from "#domain/messages/unlisted.ts";
import { Badge, type BadgeTone } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { type MoreItem, MoreMenu } from "#web/components/more-menu.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { backState } from "#web/lib/back.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { LowerMileage, useMileageNote } from "./lower-mileage.tsx";
import { type CarListStatus, listStatusOf } from "./use-my-cars.ts";

const badges: Record<CarListStatus, { tone: BadgeTone; label: string }> = {
  active: { tone: "green", label: text.badgeActive },
  sold: { tone: "blue", label: text.badgeSold },
  archived: { tone: "neutral", label: text.badgeArchived },
};

const fromHere = backState({ page: "my-publishings" });

interface Actions {
  onMove: (event: CarEvent) => void;
  /** Confirms that the car is still for sale. */
  onConfirm: () => void;
  onPromote: () => void;
}

function Primary({ car, isStale, actions }: { car: Car; isStale: boolean; actions: Actions }) {
  const className = "px-3!";
  const listStatus = listStatusOf(car);
  if (listStatus === "archived")
    return (
      <Button variant="secondary" className={className} onClick={() => actions.onMove("restore")}>
        {text.restore}
      </Button>
    );
  if (listStatus === "sold")
    return (
      <Button variant="secondary" className={className} onClick={() => actions.onMove("markUnsold")}>
        {text.markUnsold}
      </Button>
    );
  if (isStale)
    return (
      // Visible at once, but in a long list less prominent than the page's primary action.
      <Button
        variant="secondary"
        className={`${className} border-blue! bg-blue-soft! text-blue-text!`}
        onClick={actions.onConfirm}
      >
        {confirmationMessages.confirm}
      </Button>
    );
  return (
    <ButtonLink variant="secondary" className={className} to={`/edit-car/${car._id}`}>
      {text.edit}
    </ButtonLink>
  );
}

function groupsOf(car: Car, isStale: boolean, actions: Actions): MoreItem[][] {
  const { onMove, onConfirm, onPromote } = actions;
  const listStatus = listStatusOf(car);
  const isActive = listStatus === "active";
  const confirm = { label: confirmationMessages.confirm, icon: CalendarCheck, onPress: onConfirm };
  const edit = { label: text.edit, icon: Pencil, to: `/edit-car/${car._id}` };
  const sell = { label: text.markSold, icon: Tag, onPress: () => onMove("markSold") };
  const promote = { label: text.promote, icon: Megaphone, onPress: onPromote };
  const sheet = { label: text.printSheet, icon: Printer, to: `/my-publishings/${car._id}/sheet` };
  return [
    isActive
      ? // A hidden car cannot be promoted: nobody would see it, and the server refuses.
        [isStale ? edit : confirm, sell, ...(car.unlisted === undefined ? [promote] : [])]
      : [],
    [
      { label: statisticsMessages.link, icon: ChartColumn, to: `/my-publishings/${car._id}/stats` },
      ...(listStatus === "archived" ? [] : [sheet]),
      { label: text.copy, icon: Copy, to: "/add-car", state: { copyOf: car._id } },
    ],
    listStatus === "archived"
      ? []
      : [{ label: text.archive, icon: Archive, danger: true, onPress: () => onMove("archive") }],
  ];
}

/** Links over the photo on hover or focus, on devices with hover. */
function HoverActions({ car, isStale }: { car: Car; isStale: boolean }) {
  const links = [
    // Otherwise editing is the primary action.
    ...(listStatusOf(car) === "active" && isStale
      ? [{ to: `/edit-car/${car._id}`, label: text.edit, Icon: Pencil }]
      : []),
    { to: `/my-publishings/${car._id}/stats`, label: statisticsMessages.link, Icon: ChartColumn },
  ];
  return (
    <div className="pointer-events-none absolute right-2 bottom-2 flex gap-2 opacity-0 transition-opacity group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100 max-sm:hidden">
      {links.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-label={label}
          title={label}
          className="flex size-11 items-center justify-center rounded-md bg-paper text-ink shadow-card hover:bg-surface"
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={2} />
        </Link>
      ))}
    </div>
  );
}

/** The most relevant fact, in this order: problems, interest, price, freshness. `isStale`: the card asks to confirm. */
function mainFactOf(
  car: Car,
  now: string,
): { text: string; look: string; isStale: boolean; isOfPrice?: true } {
  const listStatus = listStatusOf(car);
  const note = listStatus === "active" ? confirmedNote(car.confirmedAt, now) : null;
  const lower = listStatus === "archived" ? undefined : car.lowerMileage;
  const ownLine = { text: mileageHistoryMessages.ownLine, look: "text-red", isStale: false };
  // Until the owner explains it, correcting the number comes first.
  if (lower?.note === null) return ownLine;
  const isStale = note?.isStale === true;
  if (note?.isStale === true) return { text: note.text, look: "text-red", isStale };
  if (lower !== undefined) return ownLine;
  if (car.contactsThisWeek !== undefined && car.contactsThisWeek > 0)
    return { text: text.contacts(car.contactsThisWeek), look: "text-green", isStale };
  if (car.aboveSimilar !== undefined)
    return {
      text: text.aboveSimilar(car.aboveSimilar),
      look: car.priceBand === "far_above" ? "text-red" : "text-ink-soft",
      isStale,
      isOfPrice: true,
    };
  return { text: note?.text ?? "", look: "text-green", isStale };
}

/** One of the user's own cars: a row on a phone, a card on wider screens (specification.md#own-cars). */
export function MyCarCard({
  car,
  now,
  priceAdvice,
  choice,
  ...actions
}: Actions & {
  car: Car;
  now: string;
  priceAdvice: ReactNode;
  /** Set if the car can be ticked for a bulk action. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined;
}) {
  const listStatus = listStatusOf(car);
  const badge = badges[listStatus];
  const name = `${car.brand} ${car.model}`;
  const matter = mainFactOf(car, now);
  const { isStale } = matter;
  const lowerMileage = listStatus === "archived" ? undefined : car.lowerMileage;
  const note = useMileageNote(car._id, lowerMileage);
  // Not repeated as a badge if the line already says it.
  const band = listStatus === "active" && matter.isOfPrice !== true ? car.priceBand : null;
  const overpricedBand = band === "above" || band === "far_above" ? band : null;
  return (
    <article
      data-car={car._id}
      className={clsx(
        "group relative grid grid-cols-[min(6rem,35%)_minmax(0,1fr)] content-start gap-x-3 rounded-lg border bg-paper px-3 py-2.5 transition-shadow hover:shadow-card sm:flex sm:flex-col sm:p-0",
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
      <div className="relative">
        <Link to={`/car/${car._id}`} state={fromHere} tabIndex={-1} className="relative block">
          <CarPhoto
            car={car}
            alt={name}
            sizes="(min-width: 40rem) 22rem, 6rem"
            className="aspect-4/3 max-sm:rounded-md sm:aspect-16/10 sm:rounded-t-lg"
          />
          <Badge tone={badge.tone} className="absolute top-1 left-1 sm:top-3 sm:left-3">
            {badge.label}
          </Badge>
        </Link>
        <HoverActions car={car} isStale={isStale} />
      </div>
      <div className="min-w-0 sm:p-3 sm:pb-0">
        <p className="flex items-center justify-between gap-2 text-lg/6 font-bold tabular-nums">
          {formatEuro(car.price)}
          {overpricedBand !== null && !choice && (
            <Badge tone={overpricedBand === "far_above" ? "red" : "neutral"} className="-my-1">
              {priceBandLabels[overpricedBand]}
            </Badge>
          )}
        </p>
        {/* The tick lies over the end of the first two lines. */}
        <div className={clsx("flex items-baseline justify-between gap-2", choice && "max-sm:pe-11")}>
          <h2 className="truncate text-base/6 font-semibold">
            <Link to={`/car/${car._id}`} state={fromHere}>
              {name}
            </Link>
          </h2>
          {car.reference && (
            <p className="max-w-2/5 shrink-0 truncate text-sm/5 text-ink-faint">{car.reference}</p>
          )}
        </div>
        <p className="truncate text-sm/5 text-ink-soft tabular-nums">
          {wholeItems([String(car.year), formatKm(car.mileage), car.fuel])}
        </p>
      </div>
      {/* Below the photo, where the longest text fits. */}
      <p
        className={clsx(
          "col-span-2 mt-1 truncate text-sm/5 font-medium tabular-nums empty:hidden tiny:whitespace-normal sm:mt-0 sm:px-3 sm:whitespace-normal",
          matter.look,
        )}
      >
        {matter.text}
      </p>
      {((car.unlisted && listStatus !== "archived") || car.feeRefunded) && (
        <div className="col-span-2 mt-2 flex flex-col gap-2 *:rounded-md *:bg-surface *:p-3 *:text-sm sm:mx-3">
          {car.unlisted && listStatus !== "archived" && <p>{unlistedMessages[car.unlisted]}</p>}
          {car.feeRefunded && <p>{text.feeRefunded}</p>}
        </div>
      )}
      {/* Equal halves; one below the other where the letters are large. */}
      <div className="col-span-2 mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2 sm:mt-auto sm:p-3">
        <Primary car={car} isStale={isStale} actions={actions} />
        <MoreMenu title={name} groups={[note.item, ...groupsOf(car, isStale, actions)]} className="px-3!">
          <p className="mb-4 text-sm text-ink-soft tabular-nums">
            {wholeItems(
              [text.number(car.number), car.reference ?? [], car.location, formatDate(car.createdAt)].flat(),
            )}
          </p>
          {listStatus === "active" && <div className="-mt-3 mb-4">{priceAdvice}</div>}
          {lowerMileage && <LowerMileage lower={lowerMileage} now={now} />}
        </MoreMenu>
        {note.dialog}
      </div>
    </article>
  );
}
