import type { Car } from "#contract/cars.ts";
import { resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import { maxSaved, offlineCaches, savedPath } from "./offline-cars.ts";

// Loaded when a car or the favourites are opened, in browsers with service workers.

type PublicCar = Omit<Car, "images">;

/** A larger photo is saved in the card's size instead: 60 cars stay below 15 MB. */
const maxPhotoBytes = 250_000;
const workerPath = "/sw.js";
/** The offline page with its scripts, all of one build. */
const pageCache = "vetura-page";
const pagePath = "/offline";

/** The setup runs once, however often it is requested. */
let ready: Promise<boolean> | undefined;

/**
 * Updates the service worker and the offline page to the current build; unregisters a
 * worker that the site no longer has.
 */
export async function keepCurrent(): Promise<void> {
  await (ready ??= prepare());
}

/** Saves an opened car. The least recently opened one is evicted. */
export async function saveOpened(car: PublicCar): Promise<void> {
  if (!isPublic(car) || !(await (ready ??= prepare()))) return;
  const cache = await caches.open(offlineCaches.opened);
  await save(cache, car);
  // Caches list entries in insertion order.
  const cars = await savedIn(cache);
  for (const path of cars.slice(0, Math.max(0, cars.length - maxSaved))) await remove(cache, path);
}

/** Saves the first of these cars as favourites, and removes all others. */
export async function saveFavorites(cars: readonly PublicCar[]): Promise<void> {
  if (!(await (ready ??= prepare()))) return;
  const cache = await caches.open(offlineCaches.favorites);
  const wanted = cars.filter(isPublic).slice(0, maxSaved);
  const paths = new Set(wanted.map(({ _id }) => savedPath(_id)));
  for (const path of await savedIn(cache)) if (!paths.has(path)) await remove(cache, path);
  for (const car of wanted) await save(cache, car);
}

/** Removes a car that is no longer public. */
export async function forgetGone(id: string): Promise<void> {
  for (const name of Object.values(offlineCaches)) {
    if (await caches.has(name)) await remove(await caches.open(name), savedPath(id));
  }
}

/** True for the guest's view. Owners and admins get more fields, and cars that others cannot see. */
function isPublic(car: PublicCar): boolean {
  return !car.deleted && car.unlisted === undefined && car.sellerPhone === undefined;
}

async function savedIn(cache: Cache): Promise<string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path.startsWith(savedPath("")));
}

const photoHeader = "x-photo";

async function save(cache: Cache, car: PublicCar): Promise<void> {
  const photo = car.photos[0]?.url;
  const folder = photo?.slice(0, photo.lastIndexOf("/"));
  const path = savedPath(car._id);
  const before = (await cache.match(path))?.headers.get(photoHeader);
  if (before && before !== folder) await cache.delete(before);
  await cache.delete(path);
  const saved = { at: new Date().toISOString(), car: { ...car, photos: car.photos.slice(0, 1) } };
  await cache.put(
    path,
    Response.json(saved, { headers: folder === undefined ? {} : { [photoHeader]: folder } }),
  );
  if (photo !== undefined && folder !== undefined) await savePhoto(cache, photo, folder);
}

async function remove(cache: Cache, path: string): Promise<void> {
  const photo = (await cache.match(path))?.headers.get(photoHeader);
  if (photo) await cache.delete(photo);
  await cache.delete(path);
}

/** Saves the photo in the size that the page shows, which is already cached, or in the card's size. */
async function savePhoto(cache: Cache, photo: string, folder: string): Promise<void> {
  // The page's policy forbids reading from another origin.
  if (!photo.startsWith("/") || (await cache.match(folder)) !== undefined) return;
  const shown = [...document.images].find(({ currentSrc }) => currentSrc.includes(`${folder}/`));
  for (const address of [shown?.currentSrc, resizedPhotoUrl(photo, 640, "webp")]) {
    if (address === undefined) continue;
    const answer = await fetch(address, { cache: "force-cache" });
    const bytes = await answer.blob();
    if (!answer.ok || bytes.size > maxPhotoBytes) continue;
    await cache.put(folder, new Response(bytes));
    return;
  }
}

/** True if the service worker and the offline page are installed. */
async function prepare(): Promise<boolean> {
  const { serviceWorker } = navigator;
  const present = await serviceWorker.getRegistration();
  if (present === undefined) await serviceWorker.register(workerPath);
  // `register` would not check an existing worker for updates.
  else if (!(await update(present))) return false;
  if ((await serviceWorker.getRegistration()) === undefined) return false;
  await savePage();
  return true;
}

/**
 * False if the site no longer has a worker (OFFLINE_READING=off): then this browser gets none, and its saved
 * cars are removed.
 */
async function update(present: ServiceWorkerRegistration): Promise<boolean> {
  try {
    await present.update();
    return true;
  } catch {
    const answer = await fetch(workerPath, { method: "HEAD", cache: "no-store" });
    if (answer.status !== 404) return true;
    await present.unregister();
    await Promise.all([pageCache, ...Object.values(offlineCaches)].map((name) => caches.delete(name)));
    return false;
  }
}

declare global {
  /** Set by React Router. */
  var __reactRouterManifest: { version: string };
}

async function savePage(): Promise<void> {
  const cache = await caches.open(pageCache);
  const saved = await (await cache.match(pagePath))?.text();
  if (saved?.includes(`manifest-${__reactRouterManifest.version}`) === true) return;
  const page = await loaded(pagePath);
  const files = new Set((await page.clone().text()).match(/\/assets\/[\w.-]+/g));
  await Promise.all(
    [...files].map(async (file) => {
      if ((await cache.match(file)) === undefined) await cache.put(file, await loaded(file));
    }),
  );
  // Last: until here the offline page of the previous build works.
  await cache.put(pagePath, page);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== pagePath && !files.has(pathname)) await cache.delete(request);
  }
}

/** Loads it as a guest, even if somebody is signed in. */
async function loaded(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
