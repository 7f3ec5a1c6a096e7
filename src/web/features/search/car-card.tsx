import { formatEuro, formatKm } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { compareChoiceMessages } from "#domain/messages/compare-choice.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { photoSrcSet } from "#domain/photos/photo-addresses.ts";
import { placeholderUrl } from "#web/components/thumbhash.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { CarSummary } from "./car-summary.ts";

const text = searchPageMessages.card;

/** On the densest phone a card is 1,200 pixels wide; 960 look the same there and are half the bytes. */
const cardPhotoWidths = [320, 640, 960] as const;
/** For the few browsers without AVIF. */
const webpWidths = [320, 640] as const;

type Props = {
  car: CarSummary;
  /** Customs and registration, in words. */
  papers: readonly string[];
  /** How long ago it was published, in words. */
  age: string;
  favorite: boolean;
  compared: boolean;
  /** When the owner last confirmed it, in words; null shows nothing. */
  confirmed: { readonly text: string } | null;
  /** The `sizes` of the photo's srcset. */
  sizes: string;
  /** The photo is on the first screen. */
  priority: boolean;
  /** Not laid out in a phone's first frame (lib/below-fold.ts). */
  isBelowFold: boolean;
};

/** A car in a list. CarGrid handles the clicks, and identifies the car by the card's only link. */
export function CarCard({
  car,
  papers,
  age,
  favorite,
  compared,
  confirmed,
  sizes,
  priority,
  isBelowFold,
}: Props) {
  const name = `${car.brand} ${car.model}`;
  const { photo } = car;
  const placeholder = photo?.thumbhash ? placeholderUrl(photo.thumbhash) : null;
  const sinceWhen = [age, car.isDealer ? text.dealer : [], confirmed?.text ?? []].flat();
  return (
    <article className="car-card" data-below-fold={isBelowFold ? "" : undefined}>
      {placeholder !== null && <img src={placeholder} alt="" />}
      <picture className="car-photo" data-fit={photo?.fit}>
        {photo !== null && (
          <>
            <source
              type="image/avif"
              srcSet={photoSrcSet(photo.url, cardPhotoWidths, "avif")}
              sizes={sizes}
            />
            <img
              src={photo.url}
              srcSet={photoSrcSet(photo.url, webpWidths, "webp")}
              sizes={sizes}
              alt={text.photoOf(`${name} ${car.year}`)}
              loading={priority ? undefined : "lazy"}
              fetchPriority={priority ? "high" : undefined}
            />
          </>
        )}
      </picture>
      {car.isRecommended && <b>{text.recommended}</b>}
      <i>{carTypeLabel(car.type)}</i>
      <button
        type="button"
        data-favorite=""
        aria-pressed={favorite}
        aria-label={favorite ? text.unsave(name) : text.save(name)}
      />
      <p className="car-price">
        {formatEuro(car.price)}
        {car.priceBand !== null && <small data-band={car.priceBand}>{priceBandLabels[car.priceBand]}</small>}
      </p>
      <h3>
        <a href={`/car/${car.id}`}>{name}</a>
      </h3>
      <p className="car-facts">
        {wholeItems([String(car.year), formatKm(car.mileage), car.fuel, car.transmission])}
      </p>
      <p className="car-papers">
        {papers.map((paper) => (
          <small key={paper}>{paper}</small>
        ))}
      </p>
      <p className="car-description">{car.description}</p>
      <p className="car-foot">
        {wholeItems([car.location])}
        <span>{wholeItems(sinceWhen)}</span>
        {/* Decorative: the whole card is the link. */}
        <b aria-hidden="true">{text.details}</b>
      </p>
      {/* After the link in tab order, because it is seldom used; positioned over the photo. */}
      <button
        type="button"
        data-compare=""
        aria-pressed={compared}
        aria-label={compared ? compareChoiceMessages.remove(name) : compareChoiceMessages.add(name)}
        title={compareChoiceMessages.compare}
      />
    </article>
  );
}
