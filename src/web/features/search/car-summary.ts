import type { Car } from "#contract/cars.ts";
import { formatMonth } from "#domain/format/format.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { type PhotoFit, photoFit } from "#domain/photos/photo-fit.ts";

/**
 * What a card shows of a car. Pages send this instead of whole cars, because it is also their loader data.
 */
export type CarSummary = {
  id: string;
  brand: string;
  model: string;
  year: number;
  type: string;
  /** EUR */
  price: number;
  /** km */
  mileage: number;
  fuel: string;
  transmission: string;
  customsPaid: boolean | null;
  /** "2027-06" */
  registeredUntil: string | null;
  location: string;
  description: string;
  /** The first photo; null for a car without any. */
  photo: CardPhoto | null;
  /** Omitted rather than false, because most are. */
  isRecommended?: true;
  isDealer?: true;
  sold?: true;
  createdAt: string;
  confirmedAt: string;
  priceBand: Car["priceBand"];
};

type CardPhoto = {
  url: string;
  thumbhash: string | null;
  /** Set if the photo does not fill the frame. */
  fit?: Exclude<PhotoFit, "fills">;
};

// Three lines on the widest card hold less.
const descriptionLength = 160;

export function summarizeCar(car: Car): CarSummary {
  const photo = car.photos[0];
  return {
    id: car._id,
    brand: car.brand,
    model: car.model,
    year: car.year,
    type: car.type,
    price: car.price,
    mileage: car.mileage,
    fuel: car.fuel,
    transmission: car.transmission,
    customsPaid: car.customsPaid,
    registeredUntil: car.registeredUntil,
    location: car.location,
    description: shortened(car.description),
    photo: photo ? cardPhoto(photo) : null,
    ...(car.isRecommended && { isRecommended: true }),
    ...(car.seller.isDealer && { isDealer: true }),
    ...(car.sold && { sold: true }),
    createdAt: car.createdAt,
    confirmedAt: car.confirmedAt,
    priceBand: car.priceBand,
  };
}

function cardPhoto({ url, thumbhash, ...size }: Car["photos"][number]): CardPhoto {
  const fit = photoFit(size);
  return fit === "fills" ? { url, thumbhash } : { url, thumbhash, fit };
}

/** Customs and registration in words, as far as known; an expired registration is left out. */
export function papersOf(
  { customsPaid, registeredUntil }: Pick<CarSummary, "customsPaid" | "registeredUntil">,
  now: string,
): string[] {
  const text = searchPageMessages.card;
  const isRegistered = registeredUntil !== null && registeredUntil >= now.slice(0, 7);
  return [
    customsPaid === null ? [] : customsPaid ? text.customsPaid : text.customsNotPaid,
    isRegistered ? text.registeredUntil(formatMonth(registeredUntil)) : [],
  ].flat();
}

/** The beginning of a description on one line, cut at a word. */
export function shortened(text: string): string {
  const line = text
    .slice(0, descriptionLength * 2)
    .replaceAll(/\s+/g, " ")
    .trim();
  if (line.length <= descriptionLength) return line;
  const end = line.lastIndexOf(" ", descriptionLength);
  // Without a space to cut at, the cut may fall inside a surrogate pair.
  return `${line.slice(0, end > 0 ? end : descriptionLength).replace(/[\ud800-\udbff]$/, "")}…`;
}
