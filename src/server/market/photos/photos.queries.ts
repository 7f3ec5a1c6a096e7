import { type ExpressionBuilder, type Kysely, type Transaction, sql } from "kysely";
import { maxOrphanPhotos, orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

export interface NewPhoto {
  readonly id: string;
  readonly ownerId: string | null;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  /** Null for a picture of too little contrast. */
  readonly fingerprint: Uint8Array | null;
}

/** Inserts the photos' rows with their fingerprints. */
export async function insertPhotos(db: Transaction<DB>, photos: readonly NewPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto("photos")
    .values(
      photos.map(({ id, ownerId, width, height, thumbhash }) => ({
        id,
        owner_id: ownerId,
        width,
        height,
        thumbhash,
        fingerprint_due: false,
      })),
    )
    .execute();
  await insertFingerprints(db, photos);
}

async function insertFingerprints(
  db: Kysely<DB>,
  photos: readonly Pick<NewPhoto, "id" | "fingerprint">[],
): Promise<void> {
  const rows = photos.flatMap(({ id, fingerprint }) =>
    fingerprint === null ? [] : [{ photo_id: id, hashes: Buffer.from(fingerprint) }],
  );
  if (rows.length === 0) return;
  await db
    .insertInto("photo_fingerprints")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Up to `limit` photos without a fingerprint, by id. Index photos_fingerprint_due. */
export async function photosWithoutFingerprint(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("photos")
    .select("id")
    .where("fingerprint_due", "=", true)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many photos lack a fingerprint. Index photos_fingerprint_due. */
export async function countWithoutFingerprint(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("photos")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("fingerprint_due", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores the fingerprint of a photo without one; no-op if it is settled or deleted. */
export async function settleFingerprint(
  db: Kysely<DB>,
  id: string,
  fingerprint: Uint8Array | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const settled = await trx
      .updateTable("photos")
      .set({ fingerprint_due: false })
      .where("id", "=", id)
      .where("fingerprint_due", "=", true)
      .returning("id")
      .executeTakeFirst();
    if (settled !== undefined) await insertFingerprints(trx, [{ id, fingerprint }]);
  });
}

/** A photo with the SHA-256 of its source bytes. */
export async function insertSourcedPhoto(db: Kysely<DB>, photo: NewPhoto, hash: Buffer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertPhotos(trx, [photo]);
    await trx.insertInto("photo_sources").values({ photo_id: photo.id, hash }).execute();
  });
}

/** A person's photos by their source bytes' hash, in hexadecimal. Index photo_sources_hash. */
export async function photosBySource(
  db: Kysely<DB>,
  ownerId: string,
  hashes: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (hashes.length === 0) return found;
  const rows = await db
    .selectFrom("photo_sources as s")
    .innerJoin("photos as p", "p.id", "s.photo_id")
    .select([sql<string>`encode(s.hash, 'hex')`.as("hash"), "s.photo_id"])
    .where("s.hash", "=", sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, "hex"))}::bytea[])`)
    .where("p.owner_id", "=", ownerId)
    .orderBy("s.photo_id")
    .execute();
  for (const { hash, photo_id: id } of rows) found.set(hash, [...(found.get(hash) ?? []), id]);
  return found;
}

/** The hashes of a person's photos' source bytes, in hexadecimal. Index photos_owner_created. */
export async function loadSources(db: Kysely<DB>, ownerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("photos as p")
    .innerJoin("photo_sources as s", "s.photo_id", "p.id")
    .select(sql<string>`encode(s.hash, 'hex')`.as("hash"))
    .where("p.owner_id", "=", ownerId)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Which of these photos the person uploaded. */
export async function ownPhotoIds(
  db: Kysely<DB>,
  ownerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("photos")
    .select("id")
    .where("id", "in", [...ids])
    .where("owner_id", "=", ownerId)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Which of these photos exist, protected from removal until the transaction ends; with their owners. */
export async function lockPhotos(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("photos")
    .select(["id", "owner_id"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row.owner_id]));
}

/**
 * Whether `more` new photos would exceed this person's maximum of unused ones. Index photos_owner_created: no
 * unused photo is older than the sweep's limit, so a dealer's thousands on cars are not read.
 */
export async function isQuotaFull(db: Kysely<DB>, ownerId: string, more: number): Promise<boolean> {
  const loose = db
    .selectFrom("photos")
    .select("photos.id")
    .where("photos.owner_id", "=", ownerId)
    .where("photos.created_at", ">", sql<Date>`now() - make_interval(days => ${orphanPhotoDays + 1})`)
    .where(isNeededByNobody)
    .limit(maxOrphanPhotos.dealer + 1);
  const row = await db
    .selectFrom(loose.as("loose"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .select(
      sql<boolean>`(select is_dealer_by_hand or coalesce(dealer_until > now(), false) from users where id = ${ownerId})`.as(
        "isDealer",
      ),
    )
    .executeTakeFirstOrThrow();
  const most = row.isDealer ? maxOrphanPhotos.dealer : maxOrphanPhotos.anybody;
  return row.count + more > most;
}

/** Which of these photos have a row. */
export async function knownPhotoIds(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("photos")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Runs `work` in a transaction while no backup is taking its snapshot. Deleting photos' rows takes an advisory
 * lock shared; a backup takes it exclusively while it takes its snapshot and the last photos. Files are removed
 * after their rows, so during a backup every row has its files.
 */
function deletingPhotos<Result>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.photoRows)})`.execute(trx);
    return work(trx);
  });
}

/**
 * Deletes the rows of up to `limit` photos without a car or open checkout: those uploaded before `before`, and
 * before `ownerlessBefore` those whose account was deleted. Returns their ids. Safe beside a process that is
 * using one: a locked row is skipped, and the second statement sees one that was used before we locked it.
 */
export async function deleteUnusedPhotos(
  db: Kysely<DB>,
  which: { readonly before: Date; readonly ownerlessBefore: Date },
  limit: number,
): Promise<string[]> {
  return deletingPhotos(db, async (trx) => {
    const candidates = await trx
      .selectFrom("photos")
      .select("photos.id")
      .where((eb) =>
        eb.or([
          eb("photos.created_at", "<", which.before),
          eb.and([eb("photos.owner_id", "is", null), eb("photos.created_at", "<", which.ownerlessBefore)]),
        ]),
      )
      .where(isNeededByNobody)
      .orderBy("photos.created_at")
      .orderBy("photos.id")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (candidates.length === 0) return [];
    const deleted = await trx
      .deleteFrom("photos")
      .where(
        "photos.id",
        "in",
        candidates.map((row) => row.id),
      )
      .where(isNeededByNobody)
      .returning("photos.id")
      .execute();
    return deleted.map((row) => row.id);
  });
}

/** Deletes those of these photos without a car or open checkout, whatever their age. */
export async function deletePhotosIfUnused(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await deletingPhotos(db, (trx) =>
    trx
      .deleteFrom("photos")
      .where("photos.id", "in", [...ids])
      .where(isNeededByNobody)
      .execute(),
  );
}

function isNeededByNobody(eb: ExpressionBuilder<DB, "photos">) {
  return eb.and([
    eb.not(eb.exists(eb.selectFrom("car_photos").select("car_id").whereRef("photo_id", "=", "photos.id"))),
    eb.not(
      eb.exists(eb.selectFrom("payment_photos").select("payment_id").whereRef("photo_id", "=", "photos.id")),
    ),
    eb.not(
      eb.exists(
        eb.selectFrom("stock_import_photos").select("import_id").whereRef("photo_id", "=", "photos.id"),
      ),
    ),
  ]);
}
