import { type ReactNode, useMemo, useState } from "react";
import type { Car } from "#contract/cars.ts";
import { favoritesMessages as text } from "#domain/messages/favorites.ts";
import { shellMessages } from "#domain/messages/shell.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Heart } from "#web/components/icons.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { compareAddress, maxCompared } from "#web/lib/compare.ts";
import { replaceFavorites, useFavorites } from "#web/lib/favorites.ts";
import { worksOffline } from "#web/lib/offline-cars.ts";
import { tellEvent } from "#web/lib/tell-event.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { InAccount, PriceChanges, useAccountFavorites } from "./in-account.tsx";
import { UnavailableCars } from "./unavailable-cars.tsx";
import { type FavoriteAnswer, useFavoriteCars } from "./use-favorite-cars.ts";

const pageSize = 24;

export const favoriteColumns = "sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/** Renders cars on sale; ages are relative to `now`. */
type Cards = (cars: readonly Car[], now: string) => ReactNode;

/** /favorites: the favourite cars of this device. `cards` renders those on sale. */
export function FavoritesPage({ cards }: { cards: Cards }) {
  // Favourites are stored in the browser: the server cannot render them.
  const inBrowser = useHydrated();
  return (
    <div className="page py-6 wrap-anywhere md:py-10">
      <h1 id="favorites" className="text-3xl">
        {text.title}
      </h1>
      <p className="mt-1 text-ink-soft">{text.intro}</p>
      <noscript>
        <p className="mt-6 rounded-md bg-surface px-4 py-3">{text.withoutScripts}</p>
      </noscript>
      {inBrowser ? (
        <Favorites cards={cards} />
      ) : (
        <div className="mt-6 noscript:hidden">
          <CardSkeletons count={4} />
        </div>
      )}
    </div>
  );
}

function Favorites({ cards }: { cards: Cards }) {
  const ids = useFavorites();
  const [size, setSize] = useState(pageSize);
  const [now] = useState(() => new Date().toISOString());
  const shown = useMemo(() => ids.slice(0, size), [ids, size]);
  const { answers, retry } = useFavoriteCars(shown);
  const { removed, undo } = useUndo(ids);
  const account = useAccountFavorites();
  const { onSale, unavailable, failed, waiting } = sorted(shown, answers);

  const remove = (gone: readonly string[]) => replaceFavorites(ids.filter((id) => !gone.includes(id)));
  const notice = removed.length > 0 && (
    <div className="mt-4 flex items-center justify-between gap-x-4 rounded-md bg-surface py-1 ps-4 pe-1">
      <p role="status" className="min-w-0">
        {removedText(removed, answers)}
      </p>
      <Button variant="quiet" onClick={undo}>
        {text.undo}
      </Button>
    </div>
  );
  if (ids.length === 0) {
    return (
      <>
        <InAccount account={account} isEmpty />
        {notice}
        <EmptyState title={text.emptyTitle} text={text.emptyText} icon={<Heart className="size-8" />}>
          <ButtonLink to="/search">{text.emptyButton}</ButtonLink>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <InAccount account={account} />
      {notice}
      {account.answer !== null && <PriceChanges cars={onSale} account={account.answer} />}
      {failed > 0 && (
        <div className="my-6 rounded-lg border border-line">
          <ErrorState title={text.failed} text={text.failedText(failed)} onRetry={retry}>
            {worksOffline() && (
              <ButtonLink variant="secondary" to="/offline">
                {shellMessages.savedCars}
              </ButtonLink>
            )}
          </ErrorState>
        </div>
      )}
      {(onSale.length > 0 || waiting > 0) && (
        <section aria-labelledby="on-sale" className="mt-6">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div>
              <h2 id="on-sale" className="text-xl">
                {text.onSale}
              </h2>
              {waiting === 0 && ids.length <= size && (
                <p className="text-ink-soft tabular-nums">{text.count(onSale.length)}</p>
              )}
            </div>
            {waiting === 0 && onSale.length > 1 && <CompareFirst cars={onSale} />}
          </div>
          {onSale.length > 0 && cards(onSale, now)}
          {waiting > 0 && (
            <div className={onSale.length > 0 ? "mt-4" : undefined}>
              <CardSkeletons count={Math.min(waiting, 8)} />
            </div>
          )}
        </section>
      )}
      {unavailable.length > 0 && <UnavailableCars cars={unavailable} onRemove={remove} />}
      {ids.length > size && waiting === 0 && (
        <div className="mt-8 flex justify-center">
          <Button variant="secondary" onClick={() => setSize(size + pageSize)}>
            {text.more(Math.min(pageSize, ids.length - size))}
          </Button>
        </div>
      )}
    </>
  );
}

/** A link that compares the newest favourites, without choosing them one by one. */
function CompareFirst({ cars }: { cars: readonly Car[] }) {
  const ids = cars.slice(0, maxCompared).map(({ _id }) => _id);
  return (
    <ButtonLink
      variant="secondary"
      to={compareAddress(ids)}
      onClick={() => {
        for (const id of ids) tellEvent(id, "compare");
      }}
    >
      {cars.length > ids.length ? text.compareFirst(ids.length) : text.compareAll}
    </ButtonLink>
  );
}

/**
 * In the order of the favourites. Cars after one that is still loading wait for it, so that no card moves.
 */
function sorted(ids: readonly string[], answers: ReadonlyMap<string, FavoriteAnswer>) {
  const firstUnknown = ids.findIndex((id) => !answers.has(id));
  const known = firstUnknown === -1 ? ids : ids.slice(0, firstUnknown);
  const onSale: Car[] = [];
  const unavailable: { id: string; car: Car | null }[] = [];
  let failed = 0;
  for (const id of known) {
    const answer = answers.get(id);
    if (answer?.state === "failed") failed += 1;
    else if (answer?.state !== "found" || answer.car.deleted) unavailable.push({ id, car: null });
    else if (answer.car.sold) unavailable.push({ id, car: answer.car });
    else onSale.push(answer.car);
  }
  return { onSale, unavailable, failed, waiting: ids.length - known.length };
}

/** What the last change removed, and a function that restores the previous list. */
function useUndo(ids: readonly string[]) {
  const [last, setLast] = useState({ ids, before: ids });
  if (last.ids !== ids) setLast({ ids, before: last.ids });
  const removed = last.before.filter((id) => !ids.includes(id));
  return { removed, undo: () => replaceFavorites(last.before) };
}

function removedText(removed: readonly string[], answers: ReadonlyMap<string, FavoriteAnswer>): string {
  const answer = removed.length === 1 ? answers.get(removed[0] ?? "") : undefined;
  if (answer?.state !== "found") return text.removedMany(removed.length);
  return text.removed(`${answer.car.brand} ${answer.car.model}`);
}

function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading label={text.loading}>
      <div className={`grid gap-4 ${favoriteColumns}`}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-lg border border-line">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="flex flex-col gap-2.5 p-4">
              <Skeleton className="h-7 w-32" />
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="mt-2 h-14 w-full" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
