/** Raise this when pictures are drawn differently: all of them get new addresses. */
const drawingVersion = 2;

/** The contents of a car's picture. Price EUR, mileage km. */
export interface SharedCar {
  readonly _id: string;
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  readonly price: number;
  readonly mileage: number;
  readonly fuel: string;
  readonly transmission: string;
  readonly location: string;
  readonly sold: boolean;
  /** The main photo first. */
  readonly photos: readonly { readonly id: string }[];
}

/**
 * The address of a car's picture: `/og/{id}/{version}.jpg`. The version is derived from the contents, so an
 * address is immutable and a new price has a new address.
 */
export function sharePicturePath(car: SharedCar): string {
  const { brand, model, year, price, mileage, fuel, transmission, location, sold, photos } = car;
  const drawn = [
    drawingVersion,
    photos[0]?.id,
    brand,
    model,
    year,
    price,
    mileage,
    fuel,
    transmission,
    location,
    sold,
  ];
  return `/og/${car._id}/${fingerprint(JSON.stringify(drawn))}.jpg`;
}

/** 64 bits of FNV-1a as two halves with different seeds; enough to distinguish the versions of one car. */
function fingerprint(text: string): string {
  return [0x811c9dc5, 0x01000193].map((seed) => half(text, seed).toString(36)).join("");
}

function half(text: string, seed: number): number {
  let hash = seed;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
