import {
  isMaskedVin,
  isSealedVin,
  maskVin,
  maskWrongVin,
  normaliseVin,
  type SealedVin,
} from "#domain/cars/vin.ts";
import type { Context } from "#server/context.ts";

type Box = Pick<Context, "secretBox">;

const purpose = "vin";
const ownerOf = (userId: string) => `vin ${userId}`;

/** What is written of a number: null takes it away, undefined leaves it as it is. */
export type VinChange = SealedVin | null | undefined;

export interface VinParts {
  readonly masked: string;
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

/** The hash by which a number is found again. `vin`: as `normaliseVin` answers it. */
export function hashVin({ secretBox }: Box, vin: string): Buffer {
  return secretBox.hash(vin, purpose);
}

/** Seals a form's number for the account that owns the car; the form as everything behind this may see it. */
export function sealFields<Fields extends { readonly vin?: string | null | undefined }>(
  box: Box,
  userId: string,
  fields: Fields,
): Omit<Fields, "vin"> & { readonly vin?: VinChange } {
  const { vin, ...others } = fields;
  if (vin === undefined) return others;
  return { ...others, vin: vin === null ? null : sealVin(box, userId, vin) };
}

export function sealVin(box: Box, userId: string, vin: string): SealedVin {
  const sealed = box.secretBox.seal(vin, ownerOf(userId));
  return joinVin({ masked: maskVin(vin), hash: hashVin(box, vin), sealed });
}

/** The parts of a number as one text. */
export function joinVin({ masked, hash, sealed }: VinParts): SealedVin {
  return `${masked}~${hash.toString("base64url")}~${sealed.toString("base64url")}`;
}

export function partsOf(vin: SealedVin): VinParts {
  const [masked = "", hash = "", sealed = ""] = vin.split("~");
  return { masked, hash: Buffer.from(hash, "base64url"), sealed: Buffer.from(sealed, "base64url") };
}

/** The number itself, for its owner; null where it was sealed with another key. */
export function openVin({ secretBox }: Box, userId: string, sealed: Buffer): string | null {
  return secretBox.open(sealed, ownerOf(userId));
}

/**
 * A cell of a stock file as it is stored: a number sealed, what is none without its middle, and what answers show of a
 * number as it is.
 */
export function sealCell(box: Box, userId: string, cell: string): string {
  const vin = normaliseVin(cell);
  if (vin !== null) return sealVin(box, userId, vin);
  const typed = cell.trim();
  return isSealedVin(typed) || isMaskedVin(typed) ? typed : maskWrongVin(typed);
}

/** A stored cell as its dealer sees it. */
export function shownCell(cell: string): string {
  return isSealedVin(cell) ? partsOf(cell).masked : cell;
}
