import { BellOff } from "lucide-react";
import { useState } from "react";
import type { FollowedCar } from "#contract/alerts.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, IconButton } from "#web/components/button.tsx";
import { CardList } from "#web/components/card-list.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { backState } from "#web/lib/back.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { useFollowedCars, useUnfollow } from "./use-saved.ts";

const text = savedSearchMessages.followed;

/** More are shown on demand: the profile has other content. */
const shownAtFirst = 5;

/** The profile's followed cars: current price, its change, and a button to unfollow. */
export function FollowedList() {
  const list = useFollowedCars();
  const [all, setAll] = useState(false);
  const cars = list.data ?? [];
  const shown = all ? cars : cars.slice(0, shownAtFirst);
  return (
    <CardList
      id="followed-cars"
      heading={text.heading}
      list={list}
      shown={shown}
      failed={text.failed}
      empty={<p className="mt-2 text-ink-soft">{text.empty}</p>}
      renderRow={(followed) => <FollowedRow key={followed.car._id} followed={followed} />}
    >
      {shown.length < cars.length && (
        <Button variant="quiet" className="-ms-4 mt-3" onClick={() => setAll(true)}>
          {text.more(cars.length - shown.length)}
        </Button>
      )}
    </CardList>
  );
}

function FollowedRow({ followed: { car, firstPrice, since } }: { followed: FollowedCar }) {
  const unfollow = useUnfollow();
  const name = `${car.brand} ${car.model} ${car.year}`;
  const difference = car.price - firstPrice;
  return (
    <li className="relative flex items-start gap-3 py-4 last:pb-0 sm:gap-4">
      <CarPhoto car={car} sizes="7rem" className="aspect-4/3 w-24 shrink-0 rounded-md sm:w-28" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pe-10 text-lg font-bold tabular-nums">
          {formatEuro(car.price)}
          {difference < 0 && <Badge tone="green">{text.lower(formatEuro(-difference))}</Badge>}
          {difference > 0 && <Badge>{text.higher(formatEuro(difference))}</Badge>}
        </p>
        <TextLink
          to={`/car/${car._id}`}
          state={backState({ page: "profile" })}
          className="inline-block py-0.5 font-semibold wrap-anywhere"
        >
          {name}
        </TextLink>
        <p className="text-sm text-ink-soft tabular-nums">
          {wholeItems([formatKm(car.mileage), car.fuel, car.location])}
        </p>
        <p className="text-sm text-ink-faint tabular-nums">
          {difference === 0
            ? text.unchanged(formatDate(since))
            : text.since(formatEuro(firstPrice), formatDate(since))}
        </p>
      </div>
      <IconButton
        label={text.removeOf(name)}
        aria-disabled={unfollow.isPending || undefined}
        className="absolute top-1 -right-2"
        onClick={() => {
          if (unfollow.isPending) return;
          unfollow.mutate(car._id, {
            onSuccess: () => toast.success(savedSearchMessages.follow.stopped),
            onError: (error) => toast.error(messageOf(error, savedSearchMessages.follow.failed)),
          });
        }}
      >
        <BellOff aria-hidden className="size-5" strokeWidth={2} />
      </IconButton>
    </li>
  );
}
