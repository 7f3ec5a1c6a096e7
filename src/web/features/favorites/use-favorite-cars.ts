import { useCallback, useEffect, useRef, useState } from "react";
import type { Car } from "#contract/cars.ts";
import { api } from "#web/lib/auth.ts";
import { ApiError, NetworkError } from "#web/lib/api-error.ts";
import { cacheCars, cachedCar } from "#web/lib/cached-cars.ts";
import { withOfflineWriter } from "#web/lib/offline-cars.ts";
import { inParallel } from "#web/lib/in-parallel.ts";

export type FavoriteAnswer =
  | { state: "found"; car: Car }
  /** Archived, hidden or deleted: only its owner can see it. */
  | { state: "gone" }
  | { state: "failed" };

/** Browsers open this many HTTP/1.1 connections to a site; more requests would only queue. */
const maxParallel = 6;

async function ask(id: string, signal: AbortSignal): Promise<FavoriteAnswer> {
  const cached = cachedCar(id);
  if (cached) return { state: "found", car: cached };
  try {
    const car = await api("GET /api/cars/{id}", { params: { id } }, { signal });
    cacheCars([car]);
    return { state: "found", car };
  } catch (error) {
    if (error instanceof NetworkError) return { state: "failed" };
    if (error instanceof ApiError && error.status !== 404 && error.status !== 400) return { state: "failed" };
    return { state: "gone" };
  }
}

/** Caches the cars for offline reading, only if all of them loaded. */
function saveToRead(ids: readonly string[], answers: ReadonlyMap<string, FavoriteAnswer>): void {
  const found = ids.map((id) => ({ id, answer: answers.get(id) }));
  if (found.some(({ answer }) => answer === undefined || answer.state === "failed")) return;
  withOfflineWriter(async ({ forgetGone, saveFavorites }) => {
    for (const { id, answer } of found) if (answer?.state === "gone") await forgetGone(id);
    await saveFavorites(found.flatMap(({ answer }) => (answer?.state === "found" ? [answer.car] : [])));
  });
}

/**
 * The favourite cars' status by id; missing while loading. Each car is read by its own URL, which the server
 * and the car page's cache (specification.md#car-page) already have, instead of by a list for this page. That
 * cache, not TanStack Query, holds them, as on all pages for guests.
 */
export function useFavoriteCars(ids: readonly string[]): {
  answers: ReadonlyMap<string, FavoriteAnswer>;
  retry: () => void;
} {
  const [answers, setAnswers] = useState<ReadonlyMap<string, FavoriteAnswer>>(new Map());
  const known = useRef(answers);
  const asking = useRef<AbortController | null>(null);

  const keep = useCallback((next: ReadonlyMap<string, FavoriteAnswer>) => {
    known.current = next;
    setAnswers(next);
  }, []);

  const askFor = useCallback(
    (wanted: readonly string[]) => {
      asking.current?.abort();
      const { signal } = (asking.current = new AbortController());
      const unknown = wanted.filter((id) => !known.current.has(id));
      const askedAll = inParallel(unknown, maxParallel, async (id) => {
        if (signal.aborted) return;
        const answer = await ask(id, signal);
        if (!signal.aborted) keep(new Map(known.current).set(id, answer));
      });
      void (async () => {
        await askedAll;
        if (!signal.aborted) saveToRead(wanted, known.current);
      })();
    },
    [keep],
  );

  useEffect(() => {
    askFor(ids);
    return () => asking.current?.abort();
  }, [ids, askFor]);

  const retry = useCallback(() => {
    keep(new Map([...known.current].filter(([, answer]) => answer.state !== "failed")));
    askFor(ids);
  }, [ids, askFor, keep]);

  return { answers, retry };
}
