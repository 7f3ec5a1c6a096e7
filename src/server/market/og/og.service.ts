import { createHash } from "node:crypto";
import { type SharedCar, sharePicturePath } from "#domain/photos/share-picture.ts";
import type { PhotosService } from "#server/market/photos/photos.service.ts";
import type { Logger } from "#server/log.ts";
import { OgCache } from "./og-cache.ts";
import { OgDrawer } from "./og-drawer.ts";

/** JPEG. */
type Picture = Uint8Array<ArrayBuffer>;

/** Share pictures. Concurrent requests for a picture share one drawing. */
export interface OgService {
  /** A car's current picture. Throws overloaded if too many are being drawn. */
  ofCar(car: SharedCar): Promise<Picture>;
  /** The picture of pages without their own. */
  ofSite(): Promise<Picture>;
  /** Stops drawing, and ends the process. */
  stop(): Promise<void>;
}

export function createOgService(deps: {
  /** The cache folder. */
  folder: string;
  log: Logger;
  photos: Pick<PhotosService, "file">;
  siteName: string;
}): OgService {
  const { folder, log, photos, siteName } = deps;
  const drawer = new OgDrawer({ log });
  const cache = new OgCache(folder);
  const underWay = new Map<string, Promise<Picture>>();
  // The site's name is in the picture, so it is in the file's name.
  const nameTag = createHash("sha256").update(siteName).digest("hex").slice(0, 8);

  async function photoOf(car: SharedCar): Promise<Uint8Array | null> {
    const id = car.photos[0]?.id;
    const file = id === undefined ? null : await photos.file(id, 960, "jpg");
    return file === null ? null : new Uint8Array(await new Response(file.body).arrayBuffer());
  }

  function once(name: string, draw: () => Promise<Uint8Array>): Promise<Picture> {
    const present = underWay.get(name);
    if (present !== undefined) return present;
    const made = (async () => {
      const cached = await cache.get(name);
      if (cached !== null) return cached;
      const picture = new Uint8Array(await draw());
      await cache.put(name, picture);
      return picture;
    })().finally(() => underWay.delete(name));
    underWay.set(name, made);
    return made;
  }

  return {
    ofCar: (car) => {
      const version = sharePicturePath(car).slice("/og/".length, -".jpg".length).replace("/", "-");
      return once(`${version}-${nameTag}.jpg`, async () => {
        const photo = await photoOf(car);
        const { brand, model, year, price, mileage, fuel, transmission, location, sold } = car;
        const facts = { brand, model, year, price, mileage, fuel, transmission, location, sold };
        return drawer.draw({ kind: "car", siteName, ...facts }, photo);
      });
    },
    ofSite: () => once(`site-${nameTag}.jpg`, () => drawer.draw({ kind: "site", siteName }, null)),
    stop: () => drawer.close(),
  };
}
