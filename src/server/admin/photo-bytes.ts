import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Measured again after so long, in ms. */
const freshFor = 600_000;
/** One photo has some twenty files. Where there are more, the rest is taken to be like these. */
const maxPhotos = 2_000;

/** About how many bytes the photos in a folder take: exact up to 2,000 of them, beyond that as those are on average. */
export class PhotoBytes {
  readonly #folder: string;
  #bytesEach: number | null = null;
  #counted = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The last measurement, for so many photos; null until it has been measured. Measures in the background. */
  estimate(photos: number): number | null {
    if (performance.now() - this.#measuredAt > freshFor) this.#measure();
    return this.#bytesEach === null ? null : Math.round(this.#bytesEach * photos);
  }

  /** Resolves when a measurement under way has ended. */
  async settled(): Promise<void> {
    await this.#measuring;
  }

  #measure(): void {
    this.#measuring ??= this.#walk()
      .catch(() => {
        // No folder yet, or files that go while we look: next time.
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
