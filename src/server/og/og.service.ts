import { createHash } from "node:crypto";
import { type SharedCar, sharePicturePath } from "#domain/photos/share-picture.ts";
import type { PhotosService } from "#server/photos/photos.service.ts";
import type { OgCache } from "./og-cache.ts";
import type { OgDrawer } from "./og-drawer.ts";

/** The pictures that are shown where a page is shared (issue "Open Graph"). */
export class OgService {
  readonly #drawer: OgDrawer;
  readonly #cache: OgCache;
  readonly #photos: Pick<PhotosService, "file">;
  readonly #siteName: string;
  /** Requests at once for a picture share one drawing. */
  readonly #underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(deps: {
    readonly drawer: OgDrawer;
    readonly cache: OgCache;
    readonly photos: Pick<PhotosService, "file">;
    readonly siteName: string;
  }) {
    this.#drawer = deps.drawer;
    this.#cache = deps.cache;
    this.#photos = deps.photos;
    this.#siteName = deps.siteName;
  }

  /** A car's picture as it is now. Throws overloaded where too many are being drawn. */
  ofCar(car: SharedCar): Promise<Uint8Array<ArrayBuffer>> {
    // "/og/{id}/{version}.jpg" is the name of the file, and the site's name is in the picture, too.
    const name = `${sharePicturePath(car).slice("/og/".length, -".jpg".length).replace("/", "-")}-${this.#nameTag()}.jpg`;
    return this.#once(name, async () => {
      const photo = await this.#photoOf(car);
      const { brand, model, year, price, mileage, fuel, transmission, location, sold } = car;
      const facts = { brand, model, year, price, mileage, fuel, transmission, location, sold };
      return this.#drawer.draw({ kind: "car", siteName: this.#siteName, ...facts }, photo);
    });
  }

  /** The picture of pages that have none of their own. */
  ofSite(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#once(`site-${this.#nameTag()}.jpg`, () =>
      this.#drawer.draw({ kind: "site", siteName: this.#siteName }, null),
    );
  }

  #nameTag(): string {
    return createHash("sha256").update(this.#siteName).digest("hex").slice(0, 8);
  }

  async #photoOf(car: SharedCar): Promise<Uint8Array | null> {
    const id = car.photos[0]?.id;
    const file = id === undefined ? null : await this.#photos.file(id, 960, "jpg");
    return file === null ? null : new Uint8Array(await new Response(file.body).arrayBuffer());
  }

  #once(name: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    const present = this.#underWay.get(name);
    if (present !== undefined) return present;
    const made = (async () => {
      const cached = await this.#cache.get(name);
      if (cached !== null) return cached;
      const picture = new Uint8Array(await draw());
      await this.#cache.put(name, picture);
      return picture;
    })().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, made);
    return made;
  }
}
