import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Measured again after this time, in ms. */
const freshFor = 600_000;
/** A photo has some twenty files. Beyond this number sizes are extrapolated. */
const maxPhotos = 2_000;

/** The approximate size of the photos in a folder: exact up to 2,000, beyond that by their average. */
export class PhotoBytes {
  readonly #folder: string;
  #bytesEach: number | null = null;
  #counted = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The last measurement, for so many photos; null before the first. Measures in the background. */
  estimate(photos: number): number | null {
    if (performance.now() - this.#measuredAt > freshFor) this.#measure();
    return this.#bytesEach === null ? null : Math.round(this.#bytesEach * photos);
  }

  /** Resolves when a measurement in progress has ended. */
  async settled(): Promise<void> {
    await this.#measuring;
  }

  #measure(): void {
    this.#measuring ??= this.#walk()
      .catch(() => {
        // The folder is missing, or files disappear meanwhile: next time.
      })
      .finally(() => {
        this.#measuredAt = performance.now();
        this.#measuring = null;
      });
  }

  async #walk(): Promise<void> {
    let bytes = 0;
    this.#counted = 0;
    for await (const shard of await opendir(this.#folder)) {
      if (!shard.isDirectory() || shard.name.length !== 2) continue;
      for await (const photo of await opendir(join(this.#folder, shard.name))) {
        if (!photo.isDirectory()) continue;
        bytes += await bytesIn(join(this.#folder, shard.name, photo.name));
        this.#counted++;
        if (this.#counted >= maxPhotos) break;
      }
      if (this.#counted >= maxPhotos) break;
    }
    this.#bytesEach = this.#counted === 0 ? 0 : bytes / this.#counted;
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for await (const file of await opendir(folder)) {
    if (!file.isFile()) continue;
    bytes += (await stat(join(folder, file.name))).size;
  }
  return bytes;
}
