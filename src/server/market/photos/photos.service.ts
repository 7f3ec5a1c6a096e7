import type { Kysely, Transaction } from "kysely";
import { setImmediate as nextTurn } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { photoMessages } from "#domain/messages/photos.ts";
import {
  parsePhotoPath,
  photoPath,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type CutPicture, type FormPictures, noPictures } from "./cut-pictures.ts";
import { judgePicture } from "./judge-picture.ts";
import type { FileStore, StoredFile } from "./file-store.ts";
import type { PhotoWorkers } from "./photo-workers.ts";
import {
  insertPhotos,
  insertSourcedPhoto,
  isQuotaFull,
  knownPhotoIds,
  lockPhotos,
  ownPhotoIds,
  type NewPhoto,
} from "./photos.queries.ts";
import type { RefusalReason, Verdict } from "./picture-verdict.ts";
import { refusalError } from "./refusal-error.ts";
import type { RenderedPhoto } from "./render-picture.ts";

interface PhotosServiceDeps {
  readonly db: Kysely<DB>;
  readonly store: FileStore;
  readonly workers: PhotoWorkers;
  /** PUBLIC_URL: clients may send photo addresses with it. */
  readonly publicUrl: string;
}

/** A stored photo, as in the upload's answer. */
export interface AddedPhoto {
  readonly id: string;
  readonly url: string;
  /** The size of the upright original in pixels. */
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly thumbhash: string;
}

/** A car's judged images: existing photos, and new ones that are not stored yet. */
export interface PreparedImages {
  /** In the order of the car's images, without duplicates. */
  readonly photoIds: readonly string[];
  readonly newPhotos: readonly RenderedNewPhoto[];
}

interface RenderedNewPhoto {
  readonly id: string;
  readonly rendered: RenderedPhoto;
}

/** Photos: uploading, putting on cars, serving. Errors are AppErrors with a text for the person. */
export function createPhotosService({ db, store, workers, publicUrl }: PhotosServiceDeps) {
  /** Throws overloaded or photos_full if an upload of this person would be refused after it arrived. */
  async function assertRoom(ownerId: string): Promise<void> {
    workers.assertRoom(ownerId);
    await assertQuota(ownerId, 1);
  }

  /**
   * An account has a maximum of unused photos, which stay for a week. Concurrent uploads may exceed it by the
   * worker queue's length (30). Throws photos_full if so many new ones would exceed it.
   */
  async function assertQuota(ownerId: string, newPhotos: number): Promise<void> {
    if (newPhotos > 0 && (await isQuotaFull(db, ownerId, newPhotos))) throw new AppError("photos_full");
  }

  /**
   * Adds a picture: judges, renders and stores it, its row last. `ownerId` null: a demo picture, which no
   * seller may put on a car. Throws unsupported_picture for an invalid picture, overloaded if too many wait.
   */
  async function addPhoto(
    ownerId: string | null,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<AddedPhoto> {
    const rendered = await render(ownerId ?? "", judgePicture(bytes), "photo", signal);
    if (signal?.aborted === true) throw new AppError("malformed", { message: photoMessages.uploadBrokenOff });
    const photo = { id: uuidv7(), rendered };
    await putFiles([photo]);
    try {
      await db.transaction().execute((trx) => insertPhotos(trx, [rowOf(photo, ownerId)]));
    } catch (error) {
      // The answer may be lost although the row exists. If in doubt, the sweep decides later.
      const known = await knownPhotoIds(db, [photo.id]).catch(() => null);
      if (known?.size === 0) await removeFiles([photo.id]);
      throw error;
    }
    const { width, height, thumbhash } = rendered;
    return { id: photo.id, url: url(photo.id), width, height, thumbhash };
  }

  /**
   * A picture that is no photo of the site: judged and re-encoded like one, as its widest JPEG, and not stored.
   * Throws unsupported_picture, overloaded.
   */
  async function renderPrivately(
    ownerId: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    workers.assertRoom(ownerId);
    const { renditions } = await render(ownerId, judgePicture(bytes), "photo", signal);
    const [widest] = renditions
      .filter(({ format }) => format === "jpg")
      .toSorted((a, b) => Math.max(...b.widths) - Math.max(...a.widths));
    if (widest === undefined) throw new AppError("unsupported_picture");
    return widest.bytes;
  }

  /**
   * First step of putting images on a car: judges and renders pictures from the form, and checks that addresses
   * are of the person's own or the car's photos. Stores nothing and opens no transaction. Duplicate addresses
   * count once. Throws validation_failed at `images` for any other address, unsupported_picture or
   * payload_too_large like an upload, overloaded.
   */
  async function prepareCarImages(
    ownerId: string,
    images: readonly string[],
    options: {
      readonly pictures?: FormPictures;
      readonly alreadyOnCar?: readonly string[];
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<PreparedImages> {
    const { byStandIn, memory } = options.pictures ?? noPictures;
    const cut = images.map((image) => byStandIn.get(image));
    const addressed = images.map((image, position) =>
      cut[position] === undefined ? photoIdIn(image) : null,
    );
    const allowed = new Set(options.alreadyOnCar);
    const toCheck = addressed.filter((id) => id !== null && !allowed.has(id)).filter((id) => id !== null);
    for (const id of await ownPhotoIds(db, ownerId, toCheck)) allowed.add(id);
    if (toCheck.some((id) => !allowed.has(id))) throw imagesError(photoMessages.notYours);

    // One refused picture decides: the others need not be rendered.
    const refused = new AbortController();
    const signal = AbortSignal.any([
      refused.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    const newPhotos: RenderedNewPhoto[] = [];
    await assertQuota(ownerId, cut.filter((picture) => picture !== undefined).length);
    let before = 0;
    const photoIds = await Promise.all(
      images.map(async (_, position) => {
        const picture = cut[position];
        const known = addressed[position];
        if (known !== null && known !== undefined) return known;
        if (picture === undefined) throw imagesError(photoMessages.unknownAddress);
        // Judging one takes the thread some milliseconds: each has a turn of its own, and others between.
        for (let turns = before++; turns > 0; turns -= 1) await nextTurn();
        try {
          const rendered = await renderCut(picture, ownerId, signal);
          // Pictures waiting for the others take memory too.
          memory.giveBack(picture.characters);
          memory.take(bytesOf(rendered));
          const id = uuidv7();
          newPhotos.push({ id, rendered });
          return id;
        } catch (error) {
          refused.abort();
          throw error;
        }
      }),
    );
    return { photoIds: [...new Set(photoIds)], newPhotos };
  }

  /**
   * Second step, outside any transaction: stores the new photos' files. Without a row they are not public; if
   * the car is not saved, call `discardCarImages` (or leave it to the sweep).
   */
  function storeCarImages(prepared: PreparedImages): Promise<void> {
    return putFiles(prepared.newPhotos);
  }

  /** Removes the new photos' files if the car was not saved. Never throws: the sweep removes the rest. */
  function discardCarImages(prepared: PreparedImages): Promise<void> {
    return removeFiles(prepared.newPhotos.map((photo) => photo.id));
  }

  /** A file of a photo; null if missing. */
  function file(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null> {
    return store.get(id, width, format);
  }

  /** A photo's address in answers: root-relative, or absolute if the store has its own address. */
  function url(id: string): string {
    const path = photoPath(id);
    return store.publicUrl(path) ?? path;
  }

  function renderCut(picture: CutPicture, owner: string, signal: AbortSignal): Promise<RenderedPhoto> {
    signal.throwIfAborted();
    const bytes = picture.take();
    if (bytes === null) throw imagesError(photoMessages.unknownAddress);
    return render(owner, judgePicture(bytes), "images", signal);
  }

  /** Takes the verdict instead of the bytes, so that those are freed while the picture waits. */
  async function render(
    owner: string,
    verdict: Verdict,
    field: "photo" | "images",
    signal: AbortSignal | undefined,
  ): Promise<RenderedPhoto> {
    if (!verdict.ok) throw refusalError(verdict, field);
    const outcome = await workers.render(verdict, owner, signal);
    if (!outcome.ok) throw refusalError(outcome, field);
    return outcome.photo;
  }

  async function putFiles(photos: readonly RenderedNewPhoto[]): Promise<void> {
    const results = await Promise.allSettled(
      photos.map(({ id, rendered }) =>
        store.put(
          id,
          rendered.renditions.flatMap(({ widths, format, bytes }) =>
            widths.map((width) => ({ width, format, bytes })),
          ),
        ),
      ),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    await removeFiles(photos.map((photo) => photo.id));
    // A full disk or an unavailable store: not the person's fault, and worth a retry.
    throw new AppError("overloaded", { message: photoMessages.busy, retryAfter: 10, cause: failed.reason });
  }

  async function removeFiles(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await store.remove(ids).catch(() => undefined);
  }

  /** The photo of one of our addresses; null for any other address. */
  function idIn(address: string): string | null {
    const origins = ["", publicUrl, store.publicUrl("") ?? ""];
    for (const origin of origins) {
      const photo = address.startsWith(origin) ? parsePhotoPath(address.slice(origin.length)) : null;
      if (photo !== null) return photo.id;
    }
    return null;
  }

  /**
   * Makes a photo of a picture from a dealer's file and stores the source's SHA-256, so that it is made once.
   * Its row comes last; unused, it is swept like any other. Returns why a picture is refused; throws overloaded
   * if too many wait.
   */
  async function addImported(
    ownerId: string,
    bytes: Uint8Array,
    hash: Buffer,
    signal?: AbortSignal,
  ): Promise<{ readonly id: string } | { readonly refused: RefusalReason }> {
    const verdict = judgePicture(bytes);
    if (!verdict.ok) return { refused: verdict.reason };
    const outcome = await workers.render(verdict, ownerId, signal);
    if (!outcome.ok) return { refused: outcome.reason };
    const photo = { id: uuidv7(), rendered: outcome.photo };
    await putFiles([photo]);
    await insertSourcedPhoto(db, rowOf(photo, ownerId), hash);
    return { id: photo.id };
  }

  /** The photo of an address, root-relative or with one of our origins. Throws for any other. */
  function photoIdIn(address: string): string {
    const id = idIn(address);
    if (id === null) throw imagesError(photoMessages.unknownAddress);
    return id;
  }

  return {
    assertRoom,
    assertQuota,
    addPhoto,
    addImported,
    idIn,
    /** A photo's absolute address, for files that leave the site. */
    absoluteUrl: (id: string) => new URL(url(id), publicUrl).href,
    renderPrivately,
    prepareCarImages,
    storeCarImages,
    claimCarImages,
    discardCarImages,
    file,
    url,
  };
}

export type PhotosService = ReturnType<typeof createPhotosService>;

/**
 * Third step, in the transaction that saves the car: writes the new photos' rows and protects the others from
 * the sweep. Returns the photo ids in the order of the images, for car_photos. Throws validation_failed at
 * `images` if one is gone, or not the person's own.
 */
async function claimCarImages(
  trx: Transaction<DB>,
  ownerId: string,
  prepared: PreparedImages,
  alreadyOnCar: readonly string[] = [],
): Promise<readonly string[]> {
  await insertPhotos(
    trx,
    prepared.newPhotos.map((photo) => rowOf(photo, ownerId)),
  );
  const owners = await lockPhotos(trx, prepared.photoIds);
  for (const id of prepared.photoIds) {
    const mine = owners.get(id) === ownerId || (owners.has(id) && alreadyOnCar.includes(id));
    if (!mine) throw imagesError(photoMessages.notYours);
  }
  return prepared.photoIds;
}

function rowOf({ id, rendered }: RenderedNewPhoto, ownerId: string | null): NewPhoto {
  const { width, height, thumbhash, fingerprint } = rendered;
  return { id, ownerId, width, height, thumbhash, fingerprint };
}

function bytesOf({ renditions }: RenderedPhoto): number {
  return renditions.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function imagesError(message: string): AppError {
  return new AppError("validation_failed", { message, fields: { images: message } });
}
