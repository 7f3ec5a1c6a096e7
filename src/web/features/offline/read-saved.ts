import * as z from "zod";
import { car } from "#contract/car-answers.ts";
import { maxSaved, offlineCaches, savedPath } from "#web/lib/offline-cars.ts";

const savedCar = z.object({ at: z.iso.datetime(), car: car.omit({ images: true }) });

/** A car as guests saw it, and when it was saved. */
export type SavedCar = z.infer<typeof savedCar>;

export type SavedCars = { favorites: readonly SavedCar[]; opened: readonly SavedCar[] };

/**
 * The cars saved for offline reading, the latest first. Entries of an older version
 * that no longer parse are left out.
 */
export async function readSaved(favoriteIds: readonly string[]): Promise<SavedCars> {
  const [opened, hearts] = await Promise.all([
    inCache(offlineCaches.opened),
    inCache(offlineCaches.favorites),
  ]);
  const byId = new Map([...hearts, ...opened].map((saved) => [saved.car._id, saved]));
  const favorites = favoriteIds.flatMap((id) => byId.get(id) ?? []);
  return { favorites, opened: opened.filter(({ car }) => !favoriteIds.includes(car._id)) };
}

async function inCache(name: string): Promise<SavedCar[]> {
  const cache = await caches.open(name);
  const paths = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(savedPath("")));
  const read = await Promise.all(
    paths.slice(-maxSaved).map(async (path): Promise<unknown> => (await cache.match(path))?.json()),
  );
  return read.flatMap((value) => savedCar.safeParse(value).data ?? []).toReversed();
}
