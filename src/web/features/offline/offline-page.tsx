import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { offlineMessages as text } from "#domain/messages/offline.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Badge } from "#web/components/badge.tsx";
import { buttonClass } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { Section } from "#web/components/section.tsx";
import { EmptyState, Loading } from "#web/components/states.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { safeNext } from "#web/lib/safe-next.ts";
import { maxSaved } from "#web/lib/offline-cars.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useReloadOnceReachable } from "#web/lib/use-reload-once-reachable.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { SavedCar } from "./read-saved.ts";
import { useSaved } from "./use-saved.ts";

/**
 * /offline: the cars saved on this device. The service worker redirects here if a page does not load: `?car=`
 * opens a saved car, which `details` renders; `?from=` is any other requested page.
 */
export function OfflinePage({ details }: { details: (saved: SavedCar, back: ReactNode) => ReactNode }) {
  const [asked] = useSearchParams();
  // The cached page was rendered without a query.
  const hydrated = useHydrated();
  const carId = hydrated ? asked.get("car") : null;
  const from = hydrated && asked.has("from") ? safeNext(asked.get("from"), "/") : null;
  const wanted = carId === null ? from : `/car/${encodeURIComponent(carId)}`;
  const saved = useSaved();
  // Once online, the server redirects from here to the requested page.
  useReloadOnceReachable(wanted !== null);

  const all = saved === null ? [] : [...saved.favorites, ...saved.opened];
  const car = all.find(({ car }) => car._id === carId);
  if (car !== undefined && wanted !== null) {
    return (
      <>
        <div className="page pt-4">
          <NoConnection wanted={wanted} title={text.savedOn(savedDay(car.at))} />
        </div>
        {details(car, <TextLink to="/offline">{text.toAll}</TextLink>)}
      </>
    );
  }
  return (
    <div className="page py-6 wrap-anywhere md:py-10">
      <h1 className="mb-1 text-3xl">{text.title}</h1>
      {wanted === null ? (
        <p className="text-ink-soft">{text.intro(maxSaved)}</p>
      ) : (
        saved !== null && (
          <div className="mt-4">
            <NoConnection wanted={wanted} title={text.noConnection} text={unavailableReason(wanted)} />
          </div>
        )
      )}
      <noscript>
        <p className="mt-6 rounded-md bg-surface px-4 py-3">{text.withoutScripts}</p>
      </noscript>
      {saved === null ? (
        <Loading label={text.loading} className="noscript:hidden" />
      ) : all.length === 0 ? (
        <EmptyState title={text.emptyTitle} text={text.emptyText} />
      ) : (
        <>
          <SavedList id="saved-favorites" title={text.favorites} cars={saved.favorites} />
          <SavedList id="saved-opened" title={text.opened} cars={saved.opened} />
        </>
      )}
    </div>
  );
}

/** Why the requested page cannot be shown; the favourites have their saved cars below. */
function unavailableReason(wanted: string): string | undefined {
  if (wanted === "/favorites") return undefined;
  return wanted.startsWith("/car/") ? text.carNotSaved : text.pageNeedsConnection;
}

/** A plain link reloads the page, whatever the state of this one's scripts. */
function NoConnection({ wanted, title, text }: { wanted: string; title: string; text?: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-surface p-4">
      <p role="status" className="min-w-0">
        <strong className="font-semibold">{title}</strong>
        {text !== undefined && <span className="block text-ink-soft">{text}</span>}
      </p>
      <a href={wanted} className={buttonClass("secondary")}>
        {uiMessages.retry}
      </a>
    </div>
  );
}

function SavedList({ id, title, cars }: { id: string; title: string; cars: readonly SavedCar[] }) {
  if (cars.length === 0) return null;
  return (
    <Section id={id} heading={title} headingClass="mb-2 text-xl" className="mt-8">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {cars.map(({ at, car }) => (
          <li key={car._id} className="relative flex items-center gap-3 p-3 sm:gap-4">
            <CarPhoto car={car} sizes="7rem" className="aspect-4/3 w-24 shrink-0 rounded-md sm:w-28" />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link
                  to={`/offline?car=${car._id}`}
                  className="font-semibold text-ink underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {car.brand} {car.model} {car.year}
                </Link>
                {car.sold && <Badge tone="neutral">{text.sold}</Badge>}
              </p>
              <p className="tabular-nums">
                {/* The space allows a line break in a narrow list. */}
                <b className="me-1.5 font-semibold whitespace-nowrap">{formatEuro(car.price)}</b>{" "}
                <span className="text-ink-soft">{wholeItems([formatKm(car.mileage), car.location])}</span>
              </p>
              <p className="text-sm text-ink-soft">{text.savedOn(savedDay(at))}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** "12.11.", with the year if it is not the current one. */
function savedDay(at: string): string {
  const day = formatDate(at);
  return day.slice(6) === formatDate(new Date()).slice(6) ? day.slice(0, 6) : day;
}
