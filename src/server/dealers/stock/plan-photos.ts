import { carLimits } from "#domain/cars/car-limits.ts";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { unguardCell } from "#domain/format/csv.ts";
import { pictureSeparator } from "#domain/stock/stock-columns.ts";
import type { PlannedPhoto } from "#server/platform/db/stock-tables.ts";
import { fault, type RowFault } from "./row-fault.ts";
import type { StockCar } from "./stock-cars.ts";

/** What became of a picture that the file brings or names. */
export type JudgedPicture = { readonly hash: string } | { readonly fault: FaultCode };

export interface PictureContext {
  /** By file name or address. */
  readonly pictures: ReadonlyMap<string, JudgedPicture>;
  /** The dealer's photos by the bytes that they were made from. */
  readonly photosByHash: ReadonlyMap<string, readonly string[]>;
  /** The dealer's own photos among those that the file names. */
  readonly ownPhotoIds: ReadonlySet<string>;
  /** The photo that an address of ours names; null for any other address. */
  readonly photoIdIn: (address: string) => string | null;
  readonly photoUrl: (id: string) => string;
  readonly isZip: boolean;
}

/** The pictures that a cell names. */
export function picturesIn(cell: string): string[] {
  return cell
    .split(pictureSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The car's photos after the row, with what is wrong of them; null where they stay. `column`: as the file calls it. */
export function planPhotos(
  cell: string | undefined,
  car: StockCar | null,
  column: string,
  context: PictureContext,
): { photos: PlannedPhoto[] | null; faults: RowFault[] } {
  const { photoUrl, photoIdIn, ownPhotoIds, pictures, photosByHash, isZip } = context;
  const faults: RowFault[] = [];
  const names = picturesIn(unguardCell(cell ?? ""));
  if (names.length === 0) {
    if (car === null) faults.push(fault("pictures_missing", { column, value: "" }));
    return { photos: null, faults };
  }
  if (car !== null && cell === car.photoIds.map(photoUrl).join(pictureSeparator))
    return { photos: null, faults };
  if (names.length > carLimits.maxImages) {
    faults.push(fault("pictures_too_many", { column, value: String(names.length) }));
    return { photos: null, faults };
  }
  const onCar = new Set(car?.photoIds);
  const photos: PlannedPhoto[] = [];
  for (const name of names) {
    const ours = photoIdIn(name);
    if (ours !== null) {
      if (onCar.has(ours) || ownPhotoIds.has(ours)) photos.push({ id: ours });
      else faults.push(fault("picture_not_yours", { column, value: name }));
      continue;
    }
    const judged = pictures.get(name);
    if (judged === undefined) {
      const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(name);
      const code = isAddress ? "picture_address" : isZip ? "picture_not_found" : "picture_without_zip";
      faults.push(fault(code, { column, value: name }));
    } else if ("fault" in judged) {
      faults.push(fault(judged.fault, { column, value: name }));
    } else {
      const made = photosByHash.get(judged.hash) ?? [];
      const id = made.find((each) => onCar.has(each)) ?? made[0];
      photos.push(id === undefined ? { name, hash: judged.hash } : { id });
    }
  }
  // A picture given twice counts once, as in the form.
  const seen = new Set<string>();
  const unique = photos.filter((photo) => {
    const key = "id" in photo ? photo.id : photo.hash;
    return !seen.has(key) && seen.add(key);
  });
  const same =
    car !== null &&
    unique.length === car.photoIds.length &&
    unique.every((photo, at) => "id" in photo && photo.id === car.photoIds[at]);
  return { photos: same ? null : unique, faults };
}
