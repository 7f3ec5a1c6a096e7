import type { AccountFavourites } from "#contract/favourites.ts";
import { maxFavourites } from "#domain/accounts/account-limits.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { api, signedInUserId } from "./auth.ts";
import { accountKey, favorites } from "./favorites.ts";
import { readStored } from "./local-storage.ts";
import { mergeFavorites } from "./merge-favorites.ts";
import { oneTabAtATime } from "./one-tab.ts";
import { property } from "./property.ts";

/** The account that this device's favourites are synced with, and their state at the last sync. */
interface Stored {
  readonly userId: string | null;
  readonly base: readonly string[];
}

const exclusive = oneTabAtATime("vetura-favourites", () =>
  "locks" in navigator ? navigator.locks : undefined,
);

const isId = (id: unknown) => typeof id === "string";

function stored(): Stored | null {
  const value = readStored(accountKey);
  const [userId, base] = [property(value, "userId"), property(value, "base")];
  return (userId === null || isId(userId)) && Array.isArray(base) && base.every(isId)
    ? { userId, base }
    : null;
}

function store(next: Stored): void {
  localStorage.setItem(accountKey, JSON.stringify(next));
}

/**
 * Syncs the device's favourites with the account's, if the account stores them. Favourites of another account
 * left on the device are not included. Rejections as those of `api`.
 */
export async function syncFavorites(): Promise<AccountFavourites> {
  return exclusive(async () => {
    const answer = await api("GET /api/me/favourites");
    const userId = signedInUserId();
    const before = stored();
    const isForeign = before !== null && before.userId !== userId;
    if (!answer.kept) {
      // Turned off on another device: the favourites are only this device's again.
      if (isForeign) favorites.replace([]);
      localStorage.removeItem(accountKey);
      return answer;
    }
    const account = answer.favourites.map(({ id }) => id);
    const base = isForeign ? favorites.read() : (before?.base ?? []);
    const next = mergeFavorites({ base, device: favorites.read(), account }, maxFavourites);
    favorites.replace(isForeign ? account : next);
    if (isForeign || next.join() === account.join()) {
      store({ userId, base: account });
      return answer;
    }
    return send(next, userId);
  });
}

/** Stores this device's favourites in the account from now on. */
export async function keepInAccount(): Promise<AccountFavourites> {
  return exclusive(() => send(favorites.read().slice(0, maxFavourites), signedInUserId()));
}

/** Favourites changed during the call are preserved, and sent next. */
async function send(sent: readonly string[], userId: string | null): Promise<AccountFavourites> {
  const ids = sent.filter(isUuid);
  const answer = await api("PUT /api/me/favourites", { body: { ids } });
  const account = answer.favourites.map(({ id }) => id);
  favorites.replace(mergeFavorites({ base: sent, device: favorites.read(), account }, maxFavourites));
  store({ userId, base: account });
  return answer;
}

/** Deletes the account's favourites; they stay on this device. */
export async function leaveAccount(): Promise<void> {
  await api("DELETE /api/me/favourites");
  localStorage.removeItem(accountKey);
}

let waiting: ReturnType<typeof setTimeout> | null = null;
const soonMs = 1_000;

/**
 * Syncs soon after a change; changes within the delay share one call. A failure is retried after the next
 * change, or on /favorites.
 */
export function syncSoon(): void {
  waiting ??= setTimeout(() => {
    waiting = null;
    if (signedInUserId() !== null) void syncFavorites().catch(() => undefined);
  }, soonMs);
}
