import { useState } from "react";
import { useNavigate } from "react-router";
import type { Car } from "#contract/cars.ts";
import { formatDollars } from "#domain/format/format.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { type Extras, extrasFeeInCents } from "#domain/payments/fees.ts";
import { Button } from "#web/components/button.tsx";
import { Switch } from "#web/components/checkbox.tsx";
import { CouponField } from "#web/components/coupon-field.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Slider } from "#web/components/slider.tsx";
import { dayMarks } from "#web/lib/day-marks.ts";
import { useTerms } from "#web/lib/site.ts";
import { useCoupon } from "#web/lib/use-coupon.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { carInOrder, type ExtrasState } from "./checkout-order.ts";

const text = paymentPageMessages.extras;
/** The slider's initial value: a week, which most people choose. */
const usualDays = 7;

function Choice({
  cars,
  chosen,
  onChange,
}: {
  cars: ExtrasRequest["cars"];
  chosen: Extras;
  onChange: (chosen: Extras) => void;
}) {
  const { fees, limits } = useTerms();
  const [car, ...others] = cars;
  const sponsored = cars.filter((one) => one.sponsored).length;
  const perDay = formatDollars(fees.sponsorshipPerDay);
  return (
    <>
      {others.length > 0 ? (
        <p>{text.several(`${car.brand} ${car.model}`, others.length)}</p>
      ) : (
        <p className="font-semibold tabular-nums">
          {wholeItems([`${car.brand} ${car.model}`, String(car.year)])}
        </p>
      )}
      {sponsored > 0 && (
        <p className="mt-3 rounded-md bg-gold-soft px-4 py-3 text-sm text-gold-ink">
          {others.length > 0 ? text.severalSponsoredNow(sponsored) : text.sponsoredNow}
        </p>
      )}
      <div className="mt-5">
        <Slider
          label={text.sponsorship}
          min={0}
          max={limits.sponsorshipDays}
          value={chosen.sponsorshipDays}
          onChange={(sponsorshipDays) => onChange({ ...chosen, sponsorshipDays })}
          marks={dayMarks(limits.sponsorshipDays)}
          text={text.days(chosen.sponsorshipDays)}
        />
        <p className="mt-2 text-sm text-ink-faint">
          {text.sponsorshipHint} {others.length > 0 ? text.perDayEach(perDay) : text.perDay(perDay)}.
        </p>
      </div>
      {others.length === 0 && (
        <div className="mt-4">
          <Switch
            label={text.social}
            hint={text.socialHint(formatDollars(fees.socialPromotion))}
            checked={chosen.socialPromotion}
            onChange={(event) => onChange({ ...chosen, socialPromotion: event.target.checked })}
          />
        </div>
      )}
    </>
  );
}

/** The cars to choose extras for; several cars can only get days. */
export interface ExtrasRequest {
  cars: readonly [Car, ...Car[]];
  /** One for each opening of the dialog: a double press pays once, a later purchase is a new payment. */
  attempt: string;
}

/**
 * Extras for cars already on sale (specification.md#payments with `carId` or `carIds`); closed while
 * `request` is null.
 */
export function ExtrasDialog({ request, onClose }: { request: ExtrasRequest | null; onClose: () => void }) {
  const navigate = useNavigate();
  const { fees, limits } = useTerms();
  const usual = { sponsorshipDays: Math.min(usualDays, limits.sponsorshipDays), socialPromotion: false };
  const [chosen, setChosen] = useState(usual);
  const [shown, setShown] = useState(request);
  const coupon = useCoupon("cars");
  if (request !== shown) {
    setShown(request);
    setChosen(usual);
    coupon.remove();
  }
  const carCount = request?.cars.length ?? 1;
  const fee = extrasFeeInCents(chosen, fees, carCount);
  const discountInCents = coupon.discountOf(fee);
  const cents = fee - discountInCents;
  // The server accepts a total of 0 only for publishing a car.
  const isTooMuch = fee > 0 && cents === 0;

  async function pay(): Promise<void> {
    if (request === null) return;
    // A typed coupon is applied first; the person then confirms the discounted price.
    if (coupon.isWaiting) {
      await coupon.apply();
      return;
    }
    const {
      cars: [car, ...others],
      attempt,
    } = request;
    const state: ExtrasState = {
      extrasFor: {
        ...carInOrder(car),
        others: others.map(({ _id }) => _id),
        ...chosen,
        attempt,
        ...(coupon.code !== undefined && { coupon: { code: coupon.code, discountInCents } }),
      },
    };
    await navigate("/checkout", { state });
  }

  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      title={carCount > 1 ? text.titleSeveral(carCount) : text.title}
      footer={
        <div className="flex flex-col gap-3">
          <p className="flex items-baseline justify-between gap-4 text-lg font-bold">
            <span>{text.total}</span>
            <span data-testid="extras-total" className="tabular-nums">
              {formatDollars(cents)}
            </span>
          </p>
          <p className="text-sm text-ink-soft">{fee === 0 ? text.choose : text.next}</p>
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <Button variant="secondary" onClick={onClose}>
              {text.cancel}
            </Button>
            <Button className="sm:grow" disabled={cents === 0} onClick={() => void pay()}>
              {text.pay(formatDollars(cents))}
            </Button>
          </div>
        </div>
      }
    >
      {request !== null && <Choice cars={request.cars} chosen={chosen} onChange={setChosen} />}
      {fee > 0 && (
        <CouponField
          coupon={coupon}
          cents={fee}
          {...(isTooMuch && { error: paymentMessages.couponTooMuch })}
          className="mt-4"
        />
      )}
    </Dialog>
  );
}
