import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { type BackOrigin, backState } from "#web/lib/back.ts";
import { followedLink } from "#web/lib/plain-links.ts";
import { toggleFavorite, useFavorites } from "#web/lib/favorites.ts";
import { maxCompared, toggleCompared, useCompared } from "#web/lib/compare.ts";
import { toast } from "#web/components/toast.ts";
import { compareChoiceMessages } from "#domain/messages/compare-choice.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { timeAgo } from "#domain/messages/time-ago.ts";
import { CarCard } from "./car-card.tsx";
import { type CarSummary, papersOf } from "./car-summary.ts";

type Props = {
  cars: readonly CarSummary[];
  now: string;
  /** Where Back on the car's page leads. */
  from: BackOrigin;
  sizes: string;
  /** Classes of the grid's columns. */
  columns: string;
  /** How many photos are on the first screen. */
  priority?: number;
};

/** Cards in a grid. One click handler for all: their links and buttons are plain markup. */
export function CarGrid({ cars, now, from, sizes, columns, priority = 0 }: Props) {
  const navigate = useNavigate();
  const favorites = useFavorites();
  const compared = useCompared();

  function onClick(event: MouseEvent<HTMLElement>) {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest("button");
    const id = button?.closest("article")?.querySelector("a")?.pathname.split("/").at(-1);
    if (button && id !== undefined) {
      if (button.matches("[data-favorite]")) toggleFavorite(id);
      else if (!toggleCompared(id)) toast.info(compareChoiceMessages.full(maxCompared));
      return;
    }
    const link = followedLink(event);
    if (link) void navigate(link.pathname, { state: backState(from) });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks bubble from its links and buttons, which handle the keyboard
    <div className={`car-grid ${columns}`} onClick={onClick}>
      {cars.map((car, index) => {
        const card = {
          car,
          papers: papersOf(car, now),
          age: timeAgo(car.createdAt, now),
          favorite: favorites.includes(car.id),
          compared: compared.includes(car.id),
          confirmed: car.sold ? null : confirmedNote(car.confirmedAt, now),
          sizes,
          priority: index < priority,
          // The first cards of a page are on the first screen.
          isBelowFold: priority === 0 || index > 2,
        };
        return <CarCard key={car.id} {...card} />;
      })}
    </div>
  );
}
