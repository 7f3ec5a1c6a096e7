import { sql } from "kysely";
import { isSamePicture } from "#domain/photos/fingerprint.ts";
import type { SignalEvidence } from "#domain/admin/review-signals.ts";
import type { Signal, SignalContext } from "#server/admin/review/signal.ts";

/** A photo of the car, and the same picture on a car of another seller. */
interface Pair extends Readonly<SignalEvidence["photo_of_another_seller"]> {
  readonly owner: string;
  readonly otherOwner: string;
  readonly hashes: Buffer;
  readonly otherHashes: Buffer;
  /** When the owner uploaded the picture, or put it on the first of the cars that still show it. */
  readonly hadAt: Date;
  /** Since when the other seller shows it, on the first of the cars that still do. */
  readonly shownAt: Date;
}

/**
 * Nearest first, without photos of many sellers, which are no theft, and what was taken down. The demo's shared pictures
 * have no uploader. Primary key of photo_twins, index photo_twins_other_car.
 */
async function loadPairs({ db }: SignalContext, carId: string): Promise<readonly Pair[]> {
  const { rows } = await sql<Pair>`
    select t.photo, t.other_photo as "otherPhoto", t.other_car_id as "otherCarId", t.distance,
      c.owner_id as owner, o.owner_id as "otherOwner", f.hashes, g.hashes as "otherHashes", had.at as "hadAt",
      min(shown_since(theirs, o, q)) over (partition by t.photo, o.owner_id) as "shownAt"
    from photo_twins t
    join cars c on c.id = t.car_id
    join photo_fingerprints f on f.photo_id = t.photo
    join cars o on o.id = t.other_car_id join users u on u.id = o.owner_id
    join car_photos theirs on theirs.car_id = t.other_car_id and theirs.photo_id = t.other_photo
    join photos q on q.id = t.other_photo
    join photo_fingerprints g on g.photo_id = t.other_photo
    cross join lateral (
      select min(least(case when p.owner_id is not null then p.created_at end, shown_since(mine, own, p))) as at
      from photo_twins same
      join cars own on own.id = same.car_id and own.owner_id = c.owner_id
      join car_photos mine on mine.car_id = same.car_id and mine.photo_id = same.photo
      join photos p on p.id = same.photo
      where same.other_car_id = t.other_car_id and same.other_photo = t.other_photo) had
    where t.car_id = ${carId} and not t.illustrative and not is_taken_down(o, u)
    order by t.distance, t.other_photo, t.other_car_id, t.photo`.execute(db);
  return rows;
}

interface FormerPhoto {
  readonly owner: string;
  readonly since: Date;
  readonly hashes: Buffer;
}

/** What the cars of both sellers have shown before. Primary keys of photo_twins and former_photos, photo_twins_other_car. */
async function loadFormer({ db }: SignalContext, carId: string): Promise<readonly FormerPhoto[]> {
  const { rows } = await sql<FormerPhoto>`
    select c.owner_id as owner, f.since, f.hashes
    from former_photos f join cars c on c.id = f.car_id
    where f.hashes is not null and f.car_id in (
      select t.other_car_id from photo_twins t where t.car_id = ${carId}
      union
      select same.car_id from photo_twins t
      join photo_twins same on same.other_car_id = t.other_car_id and same.other_photo = t.other_photo
      where t.car_id = ${carId})`.execute(db);
  return rows;
}

/** Since when a seller has had a picture, also where a photo was replaced by the same one. */
function firstHad(at: Date, former: readonly FormerPhoto[], owner: string, picture: Buffer): Date {
  const earlier = former
    .filter((photo) => photo.owner === owner && photo.since < at && isSamePicture(photo.hashes, picture))
    .map((photo) => photo.since.getTime());
  return new Date(Math.min(at.getTime(), ...earlier));
}

/**
 * A photo of the car was on another seller's car before this seller uploaded it. What counts is when each of them had the
 * picture: the listing may be older, and edits replace photos. The nearest of each seller, nearest first, so that none
 * hides another's.
 */
export const photoOfAnotherSeller: Signal<"photo_of_another_seller"> = async (ctx, { id }) => {
  const pairs = await loadPairs(ctx, id);
  const former = pairs.length === 0 ? [] : await loadFormer(ctx, id);
  const nearest = new Map<string, SignalEvidence["photo_of_another_seller"]>();
  for (const pair of pairs) {
    const { photo, otherPhoto, otherCarId, distance, owner, otherOwner } = pair;
    if (nearest.has(otherOwner)) continue;
    const mine = firstHad(pair.hadAt, former, owner, pair.otherHashes);
    const theirs = firstHad(pair.shownAt, former, otherOwner, pair.hashes);
    if (theirs < mine) nearest.set(otherOwner, { photo, otherPhoto, otherCarId, distance });
  }
  return [...nearest.values()];
};
