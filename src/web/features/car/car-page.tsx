import { lazy, type ReactNode, useState } from "react";
import type { PriceCut } from "#contract/cars.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { unlistedMessages } from "#domain/messages/unlisted.ts";
import { shareTitle } from "#domain/messages/share.ts";
import { timeAgo } from "#domain/messages/time-ago.ts";
import { Badge } from "#web/components/badge.tsx";
import { FactList } from "#web/components/fact-list.tsx";
import { Part } from "#web/components/part.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";
import { BackLink } from "./back-link.tsx";
import { carFacts, carName } from "./car-facts.ts";
import { ConfirmedNote } from "./confirmed.tsx";
import { ContactBar, ContactCard } from "./contact.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import { Gallery } from "./gallery.tsx";
import type { CarDetails } from "./load-car.ts";
import { MileageHistory } from "./mileage-history.tsx";
import { PriceCuts } from "./price-cuts.tsx";
import { ReportButton } from "./report-button.tsx";
import { SafetyAdvice } from "./safety-advice.tsx";
import { ShareButton } from "./share-button.tsx";
import { useContact } from "./use-contact.ts";
import { VinLine } from "./vin-line.tsx";

/** Few visitors own the car. */
const OwnerActions = lazy(() => import("./owner-actions.tsx"));

/** A car with all its details (specification.md#car-page). */
export function CarPage({
  car,
  now,
  priceCuts,
  address,
  own,
  unlisted,
  favorite,
  follow,
  price,
  costs,
  band,
  papers,
  plates,
  compare,
  seller,
  similar,
  back,
}: {
  car: CarDetails;
  now: string;
  /** null: not loaded yet. */
  priceCuts: readonly PriceCut[] | null;
  /** The page's own URL, for print. */
  address: string;
  /** The signed-in user owns the car. */
  own: boolean;
  /** The car is not public. */
  unlisted: boolean;
  favorite: ReactNode;
  /** Follows price drops; only for cars on sale. */
  follow: ReactNode;
  /** The price band: its badge, and the explanation. */
  band: ReactNode;
  price: ReactNode;
  /** Customs and registration, in words. */
  papers: readonly string[];
  /** Costs until the car has plates: the total, and the details. */
  plates: ReactNode;
  costs: ReactNode;
  /** Adds the car to the comparison. */
  compare: ReactNode;
  seller: ReactNode;
  similar: ReactNode;
  /** Replaces the link back to where the person came from. */
  back?: ReactNode;
}) {
  const contact = useContact(car);
  const [confirmedAt, setConfirmedAt] = useState(car.confirmedAt);
  const name = carName(car);
  return (
    <div className="page pt-2 pb-12 lg:pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-2 py-1 print:hidden">
        {back ?? <BackLink />}
        <div className="flex items-center">
          {compare}
          <ShareButton carId={car._id} title={shareTitle(car)} />
          {favorite}
        </div>
      </div>
      {car.sold && <SoldNotice soldAt={car.soldAt} />}
      {!car.sold && unlisted && <UnlistedNotice car={car} own={own} />}

      <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] print:grid-cols-2 print:grid-rows-none print:gap-6">
        <div className="-mx-4 min-w-0 md:-mx-8 lg:mx-0 print:mx-0">
          <Gallery
            photos={car.photos}
            name={`${name} ${car.year}`}
            badge={
              car.sold && (
                <Badge tone="on-photo" className="text-sm">
                  {text.sold}
                </Badge>
              )
            }
          />
        </div>

        <div className="flex flex-col gap-5 lg:row-span-2 print:row-span-1">
          <div className="flex flex-col gap-5 lg:sticky lg:top-20 print:static print:gap-3">
            <div>
              <p className="mb-2 flex flex-wrap gap-1.5 empty:hidden">
                {car.isRecommended && <Badge tone="gold">{text.recommended}</Badge>}
                <Badge>{carTypeLabel(car.type)}</Badge>
              </p>
              <h1 className="text-2xl wrap-anywhere md:text-3xl">{name}</h1>
              <p className="mt-1 text-ink-soft tabular-nums">
                {wholeItems([String(car.year), formatKm(car.mileage), car.fuel, car.location])}
              </p>
              <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
                <p
                  className={`text-4xl font-bold tabular-nums ${car.sold ? "text-ink-faint line-through" : ""}`}
                >
                  {formatEuro(car.price)}
                </p>
                {band !== null && !car.sold && <p>{band}</p>}
              </div>
              {!car.sold && !car.deleted && <PriceCuts carId={car._id} initial={priceCuts} now={now} />}
              {car.negotiable === true && !car.sold && (
                <p className="mt-1 text-ink-soft">{text.negotiable}</p>
              )}
              {papers.length > 0 && (
                <p className="mt-2 flex flex-wrap gap-1.5">
                  {papers.map((paper) => (
                    <Badge key={paper}>{paper}</Badge>
                  ))}
                </p>
              )}
              {plates}
            </div>
            {own && !car.sold && !car.deleted && (
              <div className="print:hidden">
                <Part fallback={<div className="h-44" />}>
                  <OwnerActions car={car} onConfirmed={setConfirmedAt} />
                </Part>
              </div>
            )}
            {!car.deleted && <ContactCard car={car} contact={contact} address={address} own={own} />}
            {car.showsAdvice === true && !own && !car.sold && !car.deleted && <SafetyAdvice />}
            {!own && !unlisted && !car.sold && <div className="print:hidden">{follow}</div>}
            <div className="text-sm text-ink-faint">
              {!car.sold && !car.deleted && <ConfirmedNote confirmedAt={confirmedAt} now={now} />}
              <p>{wholeItems([text.published(timeAgo(car.createdAt, now)), text.number(car.number)])}</p>
              <p className="hidden print:block">{address}</p>
              {!own && !unlisted && !car.sold && (
                <ReportButton carId={car._id} name={`${name} ${car.year}`} />
              )}
            </div>
          </div>
        </div>

        <div className="flex min-w-0 flex-col gap-10 print:col-span-2 print:gap-6">
          <section aria-labelledby="details" data-below-fold>
            <h2 id="details" className="text-xl">
              {text.details}
            </h2>
            <FactList facts={carFacts(car)} className="mt-4" rowClass="py-3" />
            {car.vin && <VinLine carId={car._id} vin={car.vin} own={own} />}
          </section>
          {car.description !== "" && (
            <section aria-labelledby="description" data-below-fold>
              <h2 id="description" className="text-xl">
                {text.description}
              </h2>
              <p className="mt-4 max-w-prose leading-7 wrap-anywhere whitespace-pre-line">
                {car.description}
              </p>
            </section>
          )}
          <EquipmentList equipment={car.equipment} />
          {!car.sold && !car.deleted && price}
          {costs}
          {seller}
          {car.vin && <MileageHistory carId={car._id} />}
        </div>
      </div>
      <div className="print:hidden">{similar}</div>
      {!car.deleted && !own && <ContactBar car={car} contact={contact} address={address} />}
    </div>
  );
}

function SoldNotice({ soldAt }: { soldAt: string | null }) {
  return (
    <p className="mb-4 rounded-md bg-surface px-4 py-3">
      <strong className="font-semibold">{soldAt ? text.soldOn(formatDate(soldAt)) : text.soldPlain}</strong>{" "}
      {text.soldHint}
    </p>
  );
}

/** Why others cannot see the car: its owner is told the reason. */
function UnlistedNotice({ car: { deleted, unlisted }, own }: { car: CarDetails; own: boolean }) {
  const reason = deleted ? text.archivedHint : unlisted && unlistedMessages[unlisted];
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface px-4 py-3">
      {deleted && <Badge>{text.archived}</Badge>}
      {(own && reason) || text.notPublic}
      {own && <TextLink to="/my-publishings">{text.toMyCars}</TextLink>}
    </p>
  );
}
