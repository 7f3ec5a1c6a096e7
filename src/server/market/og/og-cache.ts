import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const cachedName = /^[0-9a-z-]+\.jpg$/;

/**
 * A cache folder of drawn pictures; the least recently used are evicted. Everything in it can be deleted.
 * Several processes may share the folder; each enforces the bound alone.
 */
export class OgCache {
  readonly #folder: string;
  readonly #most: number;
  /** Names in the order of use, the oldest first; null until the folder is read. */
  #names: Promise<Set<string>> | null = null;

  /** @param most maximum of pictures; each has some 80 kB */
  constructor(folder: string, most = 2_000) {
    this.#folder = folder;
    this.#most = most;
  }

  async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const names = await this.#read();
    const picture = await readFile(join(this.#folder, name)).catch(() => null);
    names.delete(name);
    if (picture === null) return null;
    names.add(name);
    return new Uint8Array(picture);
  }

  /** Caches a picture; with a full disk it is drawn again later. */
  async put(name: string, picture: Uint8Array): Promise<void> {
    const names = await this.#read();
    const incoming = join(this.#folder, `${randomUUID()}.new`);
    try {
      await writeFile(incoming, picture);
      await rename(incoming, join(this.#folder, name));
    } catch {
      await rm(incoming, { force: true });
      return;
    }
    names.add(name);
    for (const oldest of names) {
      if (names.size <= this.#most) break;
      names.delete(oldest);
      await rm(join(this.#folder, oldest), { force: true });
    }
  }

  #read(): Promise<Set<string>> {
    this.#names ??= this.#readFolder();
    return this.#names;
  }

  async #readFolder(): Promise<Set<string>> {
    await mkdir(this.#folder, { recursive: true });
    const entries = await readdir(this.#folder);
    // Incomplete files left by a crash.
    await Promise.all(
      entries
        .filter((name) => !cachedName.test(name))
        .map((name) => rm(join(this.#folder, name), { force: true })),
    );
    const used = await Promise.all(
      entries
        .filter((name) => cachedName.test(name))
        .map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    return new Set(used.toSorted((a, b) => a.at - b.at).map(({ name }) => name));
  }
}
