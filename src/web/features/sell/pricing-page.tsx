import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { User, UserStatus } from "#contract/accounts.ts";
import { formatDollars, formatEuro, formatKm } from "#domain/format/format.ts";
import { couponFieldMessages } from "#domain/messages/coupon-field.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { extrasFeeInCents, feePartsInCents } from "#domain/payments/fees.ts";
import { Button } from "#web/components/button.tsx";
import { Switch } from "#web/components/checkbox.tsx";
import { CouponField } from "#web/components/coupon-field.tsx";
import { Photo } from "#web/components/photo.tsx";
import { Slider } from "#web/components/slider.tsx";
import { Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { dayMarks } from "#web/lib/day-marks.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import { useTerms } from "#web/lib/site.ts";
import { useCoupon } from "#web/lib/use-coupon.ts";
import { useLeaving } from "#web/lib/use-leaving.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { type DraftExtras, draftKey, keepExtras, readDraft, removeDraft } from "./draft.ts";
import type { RefusedFields } from "./arrival.ts";
import { FormPage } from "./form-page.tsx";
import type { PricingState, SellState } from "./sell-state.ts";

function CarSummary({ sell, onChange }: { sell: SellState; onChange: () => void }) {
  const { carData: car, photos } = sell;
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-lg border border-line p-4">
      <Photo
        src={photos[0]?.url}
        thumbhash={photos[0]?.thumbhash ?? null}
        alt=""
        sizes="(min-width: 40rem) 12rem, 7rem"
        className="aspect-4/3 w-28 shrink-0 self-start rounded-md sm:w-48"
      />
      <div className="min-w-40 flex-1 wrap-anywhere">
        <h2 className="text-xl">
          {car.brand} {car.model}
        </h2>
        <p className="text-ink-soft tabular-nums">
          {wholeItems([String(car.year), formatKm(car.mileage), car.fuel, car.transmission])}
        </p>
        <p className="text-ink-soft">{car.location}</p>
        <p className="mt-2 text-2xl font-bold tabular-nums">{formatEuro(car.price)}</p>
      </div>
      <Button variant="secondary" onClick={onChange} className="max-sm:w-full">
        {text.pricingChange}
      </Button>
    </section>
  );
}

function listingWords(status: UserStatus): string {
  if (status.isDealer) return text.pricingDealer;
  if (status.isFirstCarFree) return text.pricingFirstFree;
  return status.nextCarPrice === 0
    ? text.feeNone
    : text.pricingFurther(formatDollars(Math.round(status.nextCarPrice * 100)));
}

function Line({ label, hint, amount }: { label: string; hint?: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt>
        {label}
        {hint !== undefined && <span className="block text-sm text-ink-faint">{hint}</span>}
      </dt>
      <dd className="font-semibold tabular-nums">{amount}</dd>
    </div>
  );
}

/** /pricing: the price, before anything is published or paid (specification.md#sell-form). */
export function PricingPage({ sell, user, onBack }: { sell: SellState; user: User; onBack: () => void }) {
  const navigate = useNavigate();
  const leaving = useLeaving();
  const draft = draftKey(user.id, null);
  const { fees, limits } = useTerms();
  const [{ sponsorshipDays: chosenDays, socialPromotion }, setExtras] = useState(
    () => readDraft(draft, Date.now())?.extras ?? { sponsorshipDays: 0, socialPromotion: false },
  );
  // A draft may be older than the current limit.
  const sponsorshipDays = Math.min(chosenDays, limits.sponsorshipDays);
  function choose(change: Partial<DraftExtras>): void {
    const next = { sponsorshipDays, socialPromotion, ...change };
    setExtras(next);
    keepExtras(draft, next, Date.now());
  }
  const [publishing, setPublishing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const coupon = useCoupon("cars");
  const status = useQuery({
    queryKey: ["me", "status"],
    queryFn: () => api("GET /api/me/status"),
    staleTime: 0,
  });
  // Known data stays if a refetch fails.
  const failed = status.isLoadingError;

  useEffect(() => {
    if (!failed) return;
    toast.error(text.statusFailed);
    void navigate("/add-car", { replace: true });
  }, [failed, navigate]);

  if (status.data === undefined) return <Loading className="min-h-96" />;
  const seller = status.data;
  const listingFee = Math.round(seller.nextCarPrice * 100);
  const extras = { sponsorshipDays, socialPromotion };
  const feeInCents = listingFee + extrasFeeInCents(extras, fees);
  const parts = feePartsInCents(feeInCents, extras, fees);
  const discountInCents = coupon.discountOf(feeInCents);
  const amountInCents = feeInCents - discountInCents;
  // No coupon is used if nothing is to be paid.
  const couponCode = feeInCents > 0 ? coupon.code : undefined;

  async function publish(): Promise<void> {
    const left = leaving();
    setPublishing(true);
    setFailure(undefined);
    try {
      const car = await api(
        "POST /api/cars",
        {
          body: {
            ...sell.carData,
            images: sell.photos.map((photo) => photo.url),
            ...extras,
            paidAmount: 0,
            coupon: couponCode,
          },
        },
        { headers: { "Idempotency-Key": sell.idempotencyKey }, timeoutMs: 60_000 },
      );
      removeDraft(draft);
      invalidateLists();
      toast.success(seller.isDealer || feeInCents > 0 ? text.published : text.publishedFree);
      if (left.aborted) return;
      await navigate(seller.isDealer ? `/car/${car._id}` : "/my-publishings", {
        replace: true,
        state: { published: car._id },
      });
    } catch (error) {
      setPublishing(false);
      if (error instanceof ApiError && error.code === "payment_required") {
        // Another tab has used the free listing meanwhile: refetch the price.
        toast.info(text.priceChanged);
        await status.refetch();
        return;
      }
      if (coupon.refuse(error)) return;
      // Only the server can validate the reference: return to the form with its error.
      if (error instanceof ApiError && error.fields.reference !== undefined) {
        const refused: RefusedFields = { refused: { reference: error.fields.reference } };
        toast.error(error.fields.reference);
        if (left.aborted) return;
        await navigate("/add-car", { replace: true, state: refused });
        return;
      }
      const message = messageOf(error, text.publishFailed);
      setFailure(message);
      toast.error(message);
    }
  }

  async function proceed(): Promise<void> {
    // A typed coupon is applied first; the person then confirms the discounted price.
    if (feeInCents > 0 && coupon.isWaiting) {
      await coupon.apply();
      return;
    }
    if (amountInCents === 0) {
      await publish();
      return;
    }
    const state: PricingState = {
      ...sell,
      ...extras,
      amountInCents,
      ...(couponCode !== undefined && { coupon: { code: couponCode, discountInCents } }),
    };
    await navigate("/checkout", { state });
  }

  return (
    <FormPage title={text.pricingTitle} onBack={onBack}>
      <h2 className="sr-only">{text.pricingCar}</h2>
      <CarSummary sell={sell} onChange={() => void navigate("/add-car")} />
      <section className="mt-8">
        <h2 className="text-xl">{text.pricingExtras}</h2>
        <div className="mt-4 flex flex-col gap-6 rounded-lg border border-line p-4">
          <div>
            <Slider
              label={text.pricingSponsorship}
              min={0}
              max={limits.sponsorshipDays}
              value={sponsorshipDays}
              onChange={(days) => choose({ sponsorshipDays: days })}
              marks={dayMarks(limits.sponsorshipDays)}
              text={text.pricingSponsorshipDays(sponsorshipDays)}
            />
            <p className="mt-2 text-sm text-ink-faint">
              {text.pricingSponsorshipHint(formatDollars(fees.sponsorshipPerDay))}
            </p>
          </div>
          <Switch
            label={text.pricingSocial}
            hint={text.pricingSocialHint(formatDollars(fees.socialPromotion))}
            checked={socialPromotion}
            onChange={(event) => choose({ socialPromotion: event.target.checked })}
          />
        </div>
      </section>
      <section className="mt-8 rounded-lg bg-surface p-4 sm:p-6">
        <dl className="divide-y divide-line">
          <Line
            label={text.pricingListing}
            hint={listingWords(seller)}
            amount={listingFee === 0 ? text.pricingFree : formatDollars(listingFee)}
          />
          {sponsorshipDays > 0 && (
            <Line
              label={`${text.pricingSponsorship} · ${text.pricingSponsorshipDays(sponsorshipDays)}`}
              amount={formatDollars(parts.sponsorship)}
            />
          )}
          {socialPromotion && (
            <Line label={text.pricingSocial} amount={formatDollars(parts.socialPromotion)} />
          )}
          {discountInCents > 0 && (
            <Line label={couponFieldMessages.discount} amount={`−${formatDollars(discountInCents)}`} />
          )}
          <div className="flex items-baseline justify-between gap-4 py-3 text-xl font-bold">
            <dt>{text.pricingTotal}</dt>
            <dd data-testid="pricing-total" className="tabular-nums">
              {formatDollars(amountInCents)}
            </dd>
          </div>
        </dl>
        {feeInCents > 0 && <CouponField coupon={coupon} cents={feeInCents} className="my-2" />}
        <p className="mt-2 text-sm text-ink-soft">
          {amountInCents === 0 ? text.pricingAfterFree : text.pricingAfterPaid} {text.pricingCurrencyNote}
        </p>
        {failure !== undefined && (
          <p role="alert" className="mt-4 rounded-md bg-red-soft px-4 py-3 text-red">
            <strong className="block font-semibold">{failure}</strong>
            {text.publishFailedHint}
          </p>
        )}
        <Button size="lg" className="mt-5 w-full" loading={publishing} onClick={() => void proceed()}>
          {amountInCents > 0
            ? text.pay(formatDollars(amountInCents))
            : seller.isDealer || feeInCents > 0
              ? text.publish
              : text.publishFree}
        </Button>
      </section>
    </FormPage>
  );
}
