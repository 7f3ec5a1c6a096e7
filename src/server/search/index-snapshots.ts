import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "#server/db/tables.ts";
import { CarIndex } from "./car-index.ts";
import { hasReached, readIdentity } from "./search.queries.ts";
import { readSnapshot, writeSnapshot } from "./snapshot-file.ts";

const head = z.object({ code: z.string(), database: z.string(), position: z.string(), horizon: z.number() });

/** An index as it was kept, and the first stamp that a car's row can have got since. */
export interface KeptIndex {
  readonly index: CarIndex;
  readonly horizon: number;
}

/** Stands for what decides how cars become an index: the search's and the rules' sources, and the runtime. */
async function codeVersion(): Promise<string> {
  const source = join(import.meta.dirname, "../..");
  const hash = createHash("sha256").update(process.version);
  const paths: string[] = [];
  for await (const path of glob(["server/search/*.ts", "domain/**/*.ts"], { cwd: source })) paths.push(path);
  const texts = await Promise.all(paths.toSorted().map((path) => readFile(join(source, path))));
  for (const text of texts) hash.update(text);
  return hash.digest("base64url");
}

function* withHead(kept: z.infer<typeof head>, index: CarIndex): Generator {
  yield kept;
  yield* index.snapshot();
}

/**
 * Keeps the index over a restart, in a file: a start reads a million cars from it in a second, from the database in a
 * minute. What changed meanwhile is for the reader to find out, by the cars' stamps. A snapshot counts only for the
 * same code and the same database in no earlier state than it was taken of.
 */
export class IndexSnapshots {
  private readonly db: Kysely<DB>;
  private readonly path: string;

  constructor(db: Kysely<DB>, path: string) {
    this.db = db;
    this.path = path;
  }

  /** The index as it was kept; null where there is none that counts. Throws where the file is broken. */
  async read(): Promise<KeptIndex | null> {
    const blocks = readSnapshot(this.path);
    try {
      const first = await blocks.next();
      const kept = head.parse(first.value);
      const identity = await readIdentity(this.db);
      if (kept.database !== identity?.name || kept.code !== (await codeVersion())) return null;
      if (!(await hasReached(this.db, kept.position))) return null;
      const index = await CarIndex.restored(blocks);
      // To the end, which says that the file is whole.
      const rest = await blocks.next();
      return rest.done === true ? { index, horizon: kept.horizon } : null;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    } finally {
      await blocks.return();
    }
  }

  /** Keeps the index. Cars must neither come nor go meanwhile. */
  async write(index: CarIndex): Promise<void> {
    const identity = await readIdentity(this.db);
    if (identity === null) return;
    const { name: database, position, horizon } = identity;
    const kept = { code: await codeVersion(), database, position, horizon };
    await writeSnapshot(this.path, withHead(kept, index));
  }
}
