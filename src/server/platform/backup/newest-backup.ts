import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The backups in a folder. */
export interface NewestBackup {
  readonly madeAt: Date;
  readonly bytes: number;
  /** How many lie there. */
  readonly count: number;
}

/** The newest backup in a folder; null where there is none, or no folder. */
export async function findNewestBackup(folder: string): Promise<NewestBackup | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".tar"));
  let newest: NewestBackup | null = null;
  for (const name of names) {
    // An older one may have been removed just now.
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts !== null && (newest === null || facts.mtime > newest.madeAt))
      newest = { madeAt: facts.mtime, bytes: facts.size, count: names.length };
  }
  return newest;
}
