import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Car } from "#contract/cars.ts";
import type { AccountFavourites } from "#contract/favourites.ts";
import { formatEuro } from "#domain/format/format.ts";
import { favoritesMessages as text } from "#domain/messages/favorites.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { keepInAccount, leaveAccount, syncFavorites } from "#web/lib/account-favorites.ts";
import { useAuth } from "#web/lib/auth.ts";
import { backState } from "#web/lib/back.ts";
import { withNext } from "#web/lib/safe-next.ts";

/** The account's favourites, merged with the device's; null until they are known. */
export function useAccountFavorites() {
  const { status } = useAuth();
  const [answer, setAnswer] = useState<AccountFavourites | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  // An effect, not a query: it also writes to the device's store.
  useEffect(() => {
    if (status !== "user" || failed) return;
    let left = false;
    syncFavorites().then(
      (found) => !left && setAnswer(found),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [status, failed]);

  async function change(work: () => Promise<AccountFavourites>, done: string): Promise<void> {
    setBusy(true);
    try {
      setAnswer(await work());
      toast.success(done);
    } catch {
      toast.error(text.accountFailed);
    } finally {
      setBusy(false);
    }
  }
  return {
    isGuest: status === "guest",
    answer: status === "user" ? answer : null,
    failed: status === "user" && answer === null && failed,
    retry: () => setFailed(false),
    busy,
    keep: () => change(keepInAccount, text.kept),
    leave: () =>
      change(async () => {
        await leaveAccount();
        return { kept: false, favourites: [] };
      }, text.left),
  };
}

/** Says where the favourites are stored, with the button that changes it; for an account without one if there is nothing to store. */
export function InAccount({
  account,
  isEmpty = false,
}: {
  account: ReturnType<typeof useAccountFavorites>;
  isEmpty?: boolean;
}) {
  const { isGuest, answer, failed, retry, busy, keep, leave } = account;
  const kept = answer?.kept === true;
  if (failed)
    return (
      <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="alert" className="text-red">
          {text.accountFailed}
        </p>
        <Button variant="secondary" onClick={retry}>
          {uiMessages.retry}
        </Button>
      </div>
    );
  return (
    <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
      {/* Nothing until it is known. */}
      {(isGuest || answer !== null) && <p>{kept ? text.inAccount : text.onDevice}</p>}
      {isGuest && (
        <ButtonLink variant="secondary" to={withNext("/login", "/favorites")}>
          {text.keep}
        </ButtonLink>
      )}
      {answer !== null && (kept || !isEmpty) && (
        <Button
          variant={kept ? "quiet" : "secondary"}
          className={kept ? "-ms-4" : undefined}
          disabled={busy}
          onClick={() => void (kept ? leave() : keep())}
        >
          {kept ? text.leave : text.keep}
        </Button>
      )}
    </div>
  );
}

/** Cars on sale whose price differs from the price on the day when the account stored them. */
export function PriceChanges({ cars, account }: { cars: readonly Car[]; account: AccountFavourites }) {
  const before = new Map(account.favourites.map(({ id, price }) => [id, price]));
  const changed = cars.flatMap((car) => {
    const was = before.get(car._id);
    return was === undefined || was === car.price ? [] : [{ car, was }];
  });
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="price-changes" className="mt-6 rounded-lg border border-line p-4">
      <h2 id="price-changes" className="text-lg">
        {text.priceChanges}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {changed.map(({ car, was }) => (
          <li key={car._id} className="tabular-nums">
            <Link
              to={`/car/${car._id}`}
              state={backState({ page: "favorites" })}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {car.brand} {car.model} {car.year}
            </Link>{" "}
            <span className={`inline-block ${car.price < was ? "text-green" : "text-ink-soft"}`}>
              {text.priceChange(formatEuro(was), formatEuro(car.price))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
