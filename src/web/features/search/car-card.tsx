import { formatEuro, formatKm } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { compareChoiceMessages } from "#domain/messages/compare-choice.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { photoSrcSet } from "#domain/photos/photo-addresses.ts";
import { placeholderUrl } from "#web/components/thumbhash.ts";
import type { CarSummary } from "./car-summary.ts";

const text = searchPageMessages.card;

/** On the densest phone a card is 1,200 pixels wide; 960 look the same there and are half the bytes. */
const cardPhotoWidths = [320, 640, 960] as const;

type Props = {
  car: CarSummary;
  /** Customs and registration, in words. */
  papers: readonly string[];
  /** How long ago it was published, in words. */
  age: string;
  favorite: boolean;
  compared: boolean;
  /** When its owner last confirmed it, in words; null where nothing is said. */
  confirmed: { readonly text: string } | null;
  /** How wide the photo is shown, as the `sizes` of an image. */
  sizes: string;
  /** The photo is in view when the page opens. */
  priority: boolean;
};

/** A car in a list. The grid around it takes the clicks. */
export function CarCard({ car, papers, age, favorite, compared, confirmed, sizes, priority }: Props) {
  const name = `${car.brand} ${car.model}`;
  return (
    <article className="car-card">
      <CardPhoto
        photo={car.photo}
        alt={text.photoOf(`${name} ${car.year}`)}
        sizes={sizes}
        priority={priority}
      />
      <p className="car-badges">
        {car.isRecommended && <b>{text.recommended}</b>}
        <span>{carTypeLabel(car.type)}</span>
      </p>
      <button
        type="button"
        className="car-heart"
        data-favorite={car.id}
        aria-pressed={favorite}
        aria-label={favorite ? text.unsave(name) : text.save(name)}
      />
      <div className="car-text">
        <p className="car-price">
          {formatEuro(car.price)}
          {car.priceBand !== null && (
            <small data-band={car.priceBand}>{priceBandLabels[car.priceBand]}</small>
          )}
        </p>
        <h3>
          <a href={`/car/${car.id}`}>{name}</a>
        </h3>
        <p>{dotted([String(car.year), formatKm(car.mileage), car.fuel, car.transmission])}</p>
        <p className="car-papers">
          {/* Ends with a dot before the papers. */}
          <i>{dotted([car.location, papers.length === 0 ? age : ""])}</i>
          {dotted(papers)}
        </p>
        <p className="car-description">{car.description}</p>
        <p className="car-foot">
          <span>{car.isDealer ? `${car.location} · ${text.dealer}` : car.location}</span>
          <span>{confirmed === null ? age : `${age} · ${confirmed.text}`}</span>
          <button
            type="button"
            data-compare={car.id}
            aria-pressed={compared}
            aria-label={compared ? compareChoiceMessages.remove(name) : compareChoiceMessages.add(name)}
          >
            {compareChoiceMessages.compare}
          </button>
          {/* The whole card is the link; this only shows that it is one. */}
          <span aria-hidden="true">{text.details}</span>
        </p>
      </div>
    </article>
  );
}

/** Facts on a line, which breaks before a dot: a compact card shows one line of them, and none that ends with a dot. */
function dotted(facts: readonly string[]): string {
  return facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" ·\u00a0");
}

function CardPhoto({
  photo,
  alt,
  sizes,
  priority,
}: {
  photo: CarSummary["photo"];
  alt: string;
  sizes: string;
  priority: boolean;
}) {
  if (photo === null) return <div className="car-photo" />;
  const placeholder = photo.thumbhash === null ? null : placeholderUrl(photo.thumbhash);
  return (
    <div className="car-photo">
      {placeholder !== null && <img src={placeholder} alt="" />}
      <picture>
        <source type="image/avif" srcSet={photoSrcSet(photo.url, cardPhotoWidths, "avif")} sizes={sizes} />
        <source type="image/webp" srcSet={photoSrcSet(photo.url, cardPhotoWidths, "webp")} sizes={sizes} />
        <img
          src={photo.url}
          alt={alt}
          loading={priority ? undefined : "lazy"}
          fetchPriority={priority ? "high" : undefined}
        />
      </picture>
    </div>
  );
}
