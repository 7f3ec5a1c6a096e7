import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AdminCar } from "#contract/admin-lists.ts";
import type { ReviewSignal } from "#contract/review.ts";
import { formatDate, formatEuro, formatKm, formatNumber } from "#domain/format/format.ts";
import { reviewMessages as text } from "#domain/messages/review.ts";
import { Email } from "#web/features/admin/parts/email.tsx";
import { carTitle } from "#web/features/admin/parts/row-names.ts";
import { wholeWords } from "#web/lib/whole-items.ts";
import { Photo } from "#web/components/photo.tsx";

type Tone = "plain" | "striking";

function Side({
  label,
  value,
  hint,
  tone = "plain",
}: {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: Tone;
}) {
  return (
    <div className="min-w-0 rounded-md bg-surface p-3">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className={clsx("font-semibold wrap-anywhere tabular-nums", tone === "striking" && "text-red")}>
        {value}
      </dd>
      {hint !== undefined && <dd className="mt-1 text-sm text-ink-faint wrap-anywhere">{hint}</dd>}
    </div>
  );
}

function Sides({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-2 tiny:grid-cols-1">{children}</dl>;
}

function OtherCar({ car }: { car: AdminCar | null }) {
  if (car === null) return text.otherGone;
  return (
    <Link to={`/car/${car._id}`} className="text-blue-text hover:underline">
      {wholeWords(carTitle(car))}
    </Link>
  );
}

function photoOf(car: AdminCar | null, id: string) {
  return car?.photos.find((photo) => photo.id === id);
}

/** Both photos, uncropped. */
function PhotoEvidence({
  car,
  otherCar,
  photo,
  otherPhoto,
}: {
  car: AdminCar;
  otherCar: AdminCar | null;
  photo: string;
  otherPhoto: string;
}) {
  const pair = [
    { label: text.thisCar, of: car, shown: photoOf(car, photo), name: wholeWords(carTitle(car)) },
    {
      label: text.otherCar,
      of: otherCar,
      shown: photoOf(otherCar, otherPhoto),
      name: otherCar && wholeWords(carTitle(otherCar)),
    },
  ] as const;
  return (
    <div className="grid grid-cols-2 gap-2 tiny:grid-cols-1">
      {pair.map(({ label, of, shown, name }) => (
        <figure key={label} className="min-w-0">
          <Photo
            src={shown?.url}
            thumbhash={shown?.thumbhash ?? null}
            alt={name === null ? "" : text.photoOf(name)}
            sizes="(min-width: 64rem) 20rem, 45vw"
            contain
            className="aspect-4/3 rounded-md"
          />
          <figcaption className="mt-1 text-sm wrap-anywhere">
            <span className="text-ink-faint">{label}</span>
            <br />
            <OtherCar car={of} />
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** This car and another one, with the facts of it that are available. */
function OtherCarEvidence({
  car,
  otherCar,
  hint,
}: {
  car: AdminCar;
  otherCar: AdminCar | null;
  hint?: string;
}) {
  return (
    <Sides>
      <Side
        label={text.thisCar}
        value={wholeWords(carTitle(car))}
        hint={<Email address={car.user.email} />}
      />
      <Side
        label={text.otherCar}
        value={<OtherCar car={otherCar} />}
        hint={
          <>
            {otherCar !== null && <Email address={otherCar.user.email} />}
            {hint !== undefined && <span className="block">{hint}</span>}
          </>
        }
        tone={otherCar === null ? "plain" : "striking"}
      />
    </Sides>
  );
}

/** True if the evidence has every figure of the signal's sentence, which then need not be shown. */
export function hasAllFigures({ kind }: ReviewSignal): boolean {
  switch (kind) {
    case "price_far_below":
    case "mileage_lower_than_before":
    case "vin_other_make":
    case "many_at_once":
    case "became_another_car":
      return true;
    case "photo_of_another_seller":
    case "photo_on_many_cars":
    case "vin_twice":
    case "phone_of_hidden_car":
    case "asks_for_money_ahead":
      return false;
  }
}

/** A signal's evidence, side by side. */
export function Evidence({ signal, car }: { signal: ReviewSignal; car: AdminCar }) {
  const { otherCar } = signal;
  switch (signal.kind) {
    case "photo_of_another_seller":
    case "photo_on_many_cars":
      return <PhotoEvidence car={car} otherCar={otherCar} {...signal.evidence} />;
    case "price_far_below": {
      const { price, estimate, low, comparables } = signal.evidence;
      const hint = text.estimateHint(formatEuro(low), comparables);
      return (
        <Sides>
          <Side
            label={text.price}
            value={formatEuro(price)}
            hint={text.belowEstimate(Math.round((1 - price / estimate) * 100))}
            tone="striking"
          />
          <Side label={text.estimate} value={formatEuro(estimate)} hint={hint} />
        </Sides>
      );
    }
    case "mileage_lower_than_before": {
      const { mileage, mileageBefore, monthBefore } = signal.evidence;
      const [year = "", month = ""] = monthBefore.split("-");
      return (
        <Sides>
          <Side label={text.mileageBefore(`${month}.${year}`)} value={formatKm(mileageBefore)} />
          <Side label={text.mileageNow} value={formatKm(mileage)} tone="striking" />
        </Sides>
      );
    }
    case "vin_twice":
      return <OtherCarEvidence car={car} otherCar={otherCar} />;
    case "vin_other_make":
      return (
        <Sides>
          <Side label={text.brandSaid} value={signal.evidence.brand} />
          <Side label={text.makeOfVin} value={signal.evidence.make} tone="striking" />
        </Sides>
      );
    case "phone_of_hidden_car":
      return (
        <OtherCarEvidence
          car={car}
          otherCar={otherCar}
          hint={text.hiddenOn(formatDate(signal.evidence.hiddenOn))}
        />
      );
    case "asks_for_money_ahead":
      return (
        <ul className="flex flex-col gap-1">
          {signal.evidence.phrases.map((phrase) => (
            <li key={phrase} className="border-s-4 border-red ps-3 wrap-anywhere">
              {phrase}
            </li>
          ))}
        </ul>
      );
    case "many_at_once":
      return (
        <Sides>
          <Side
            label={text.cars}
            value={formatNumber(signal.evidence.cars)}
            hint={text.within(signal.evidence.hours)}
            tone="striking"
          />
          <Side label={text.accountAge} value={text.days(signal.evidence.accountDays)} />
        </Sides>
      );
    case "became_another_car": {
      const { before, after, on } = signal.evidence;
      return (
        <Sides>
          <Side label={text.before} value={carTitle(before)} />
          <Side label={text.after} value={carTitle(after)} hint={formatDate(on)} tone="striking" />
        </Sides>
      );
    }
  }
}
