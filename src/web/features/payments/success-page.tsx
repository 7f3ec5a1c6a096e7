import type { Car } from "#contract/cars.ts";
import type { VerifiedPayment } from "#contract/payments.ts";
import { formatDollars, formatEuro, formatKm } from "#domain/format/format.ts";
import { myCarsMessages } from "#domain/messages/my-cars.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { shareTitle } from "#domain/messages/share.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { Card } from "#web/components/card.tsx";
import { Outcome } from "#web/components/outcome.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { Section } from "#web/components/section.tsx";
import { ShareWays } from "#web/components/share-ways.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { UnverifiedOutcome } from "#web/components/unverified-outcome.tsx";
import { api } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import { useVerify } from "#web/lib/use-verify.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { takeDraft } from "./checkout-memory.ts";

const text = paymentPageMessages.success;

function CarPart({ car, listed }: { car: Car; listed: boolean }) {
  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <CarPhoto
        car={car}
        sizes="(min-width: 40rem) 12rem, 100vw"
        className="aspect-4/3 w-full shrink-0 rounded-md sm:w-44"
      />
      <div className="min-w-0">
        <p className="text-xl font-semibold wrap-anywhere">
          {car.brand} {car.model}
        </p>
        <p className="text-ink-soft tabular-nums">
          {wholeItems([String(car.year), formatKm(car.mileage), car.fuel, car.location])}
        </p>
        <p className="mt-1 text-lg font-bold tabular-nums">{formatEuro(car.price)}</p>
        <p className="flex flex-wrap gap-x-6">
          <TallLink to={`/car/${car._id}`}>{text.viewCar}</TallLink>
          {listed && <TallLink to={`/my-publishings/${car._id}/sheet`}>{myCarsMessages.printSheet}</TallLink>}
        </p>
      </div>
    </div>
  );
}

function Paid({ paid }: { paid: VerifiedPayment }) {
  const { car, payment } = paid;
  const isBack = payment.refunded >= payment.amount;
  // A refunded purchase has ended, a disputed one is suspended: neither is promised.
  const runs = !isBack && !payment.disputed;
  const listed = runs && car !== null && !car.sold && !car.deleted;
  const isOne = payment.carCount === 1;
  const notes = [
    ...(listed ? [text.listed] : []),
    ...(runs && isOne && payment.sponsorshipDays > 0 ? [text.sponsorship(payment.sponsorshipDays)] : []),
    ...(runs && payment.socialPromotion ? [text.social] : []),
  ];
  return (
    <Outcome
      tone={runs ? "good" : "neutral"}
      title={isBack ? text.refundedHeading : payment.disputed ? text.disputedHeading : text.heading}
      lead={isBack ? text.refundedLead : payment.disputed ? text.disputedLead : text.lead}
    >
      <Card id="paid-car" heading={isOne ? text.car : text.severalCars} headingClass="mb-4 text-lg">
        {!isOne ? (
          runs && <p>{text.severalSponsored(payment.carCount, payment.sponsorshipDays)}</p>
        ) : car === null ? (
          <p className="text-ink-soft">{text.carGone}</p>
        ) : (
          <CarPart car={car} listed={listed} />
        )}
        <p className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-lg">
          <span>{text.paid}</span>
          <span data-testid="paid-amount" className="font-bold tabular-nums">
            {formatDollars(Math.round(payment.amount * 100))}
          </span>
        </p>
        {payment.refunded > 0 && (
          <p className="mt-2 flex items-baseline justify-between gap-4">
            <span>{text.refunded}</span>
            <span data-testid="refunded-amount" className="font-semibold tabular-nums">
              {formatDollars(Math.round(payment.refunded * 100))}
            </span>
          </p>
        )}
      </Card>
      {notes.length > 0 && (
        <Section id="next" heading={text.notes} headingClass="text-lg">
          <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ink-soft marker:text-blue-text">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Section>
      )}
      {listed && (
        <Section id="share" heading={text.share} headingClass="mb-3 text-lg">
          <ShareWays path={`/car/${car._id}`} title={shareTitle(car)} />
        </Section>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <ButtonLink to="/my-publishings" size="lg" className="sm:flex-1">
          {text.toMyCars}
        </ButtonLink>
        <ButtonLink to="/add-car" size="lg" variant="secondary" className="sm:flex-1">
          {text.addCar}
        </ButtonLink>
      </div>
    </Outcome>
  );
}

/** /payment/success: whether it is paid, and what was bought (specification.md#payment-pages). */
export function PaymentSuccessPage({
  sessionId,
  onDraftPaid,
}: {
  /** "" if the address has none. */
  sessionId: string;
  /** Gets the key of the draft that has now been published. */
  onDraftPaid: (draftKey: string) => void;
}) {
  const { verification, retry } = useVerify(
    sessionId,
    async (id) => {
      const paid = await api("POST /api/payment/verify-session", { body: { sessionId: id } });
      const draft = takeDraft(id);
      if (draft !== null) onDraftPaid(draft);
      invalidateLists();
      return paid;
    },
    text.verifyFailed,
  );
  if (verification.status === "verified") return <Paid paid={verification.value} />;
  return (
    <UnverifiedOutcome
      verification={verification}
      onRetry={retry}
      text={{ ...text, retry: paymentPageMessages.checkout.retry }}
    />
  );
}
