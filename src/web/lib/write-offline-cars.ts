import type { Car } from "#contract/cars.ts";
import { resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import { maxSaved, offlineCaches, savedPath } from "./offline-cars.ts";

// Loaded when a car or the favourites are opened, and if the service worker exists.

type PublicCar = Omit<Car, "images">;

/** Above this size the photo's card size is saved: 60 cars stay below 15 MB. */
const maxPhotoBytes = 250_000;
const workerPath = "/sw.js";
/** The page of saved cars with its scripts, of one build. */
const pageCache = "vetura-page";
const pagePath = "/offline";

/** The page's set-up runs once, however often it is requested. */
let ready: Promise<boolean> | undefined;

/** Updates the worker and the page of saved cars to the current build; removes a worker that the site no longer has. */
export async function keepCurrent(): Promise<void> {
  await (ready ??= prepare());
}

/** Saves a car that somebody opened. The least recently opened one is evicted. */
export async function saveOpened(car: PublicCar): Promise<void> {
  if (!isPublic(car) || !(await (ready ??= prepare()))) return;
  const cache = await caches.open(offlineCaches.opened);
  await save(cache, car);
  // Caches list entries in insertion order.
  const cars = await savedIn(cache);
  for (const path of cars.slice(0, Math.max(0, cars.length - maxSaved))) await remove(cache, path);
}

/** Saves the first of these as the favourites, and removes others. */
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

/** The guest's view: owners and admins get more, and cars that others cannot see. */
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

/** The photo in the page's size, which needs no transfer, or in a card's size. */
async function savePhoto(cache: Cache, photo: string, folder: string): Promise<void> {
  // From another origin the page's policy forbids reading it.
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

/** Whether the worker and its page are installed. */
async function prepare(): Promise<boolean> {
  const { serviceWorker } = navigator;
  const present = await serviceWorker.getRegistration();
  if (present === undefined) await serviceWorker.register(workerPath);
  // Registered again it would not be checked for updates.
  else if (!(await update(present))) return false;
  if ((await serviceWorker.getRegistration()) === undefined) return false;
  await savePage();
  return true;
}

/** False if the site has no worker any more (OFFLINE_READING=off): then this browser gets none, and nothing saved. */
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
  /** React Router's. */
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
  // Last: until here the page of the previous build works.
  await cache.put(pagePath, page);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== pagePath && !files.has(pathname)) await cache.delete(request);
  }
}

/** As a guest, even if somebody is signed in. */
async function loaded(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
