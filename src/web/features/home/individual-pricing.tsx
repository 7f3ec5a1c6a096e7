import { useState } from "react";
import { formatDollars } from "#domain/format/format.ts";
import { homeMessages } from "#domain/messages/home.ts";
import { extrasFeeInCents, feePartsInCents } from "#domain/payments/fees.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { Switch } from "#web/components/checkbox.tsx";
import { Slider } from "#web/components/slider.tsx";
import { dayMarks } from "#web/lib/day-marks.ts";
import { useTerms } from "#web/lib/site.ts";
import { NumberedSteps } from "./numbered-steps.tsx";

const text = homeMessages.pricing;

export function IndividualPricing() {
  const { fees, limits } = useTerms();
  const amounts = {
    furtherCar: formatDollars(fees.listing),
    perDay: formatDollars(fees.sponsorshipPerDay),
    social: formatDollars(fees.socialPromotion),
  };
  const [days, setDays] = useState(Math.min(7, limits.sponsorshipDays));
  const [social, setSocial] = useState(false);
  const extras = { sponsorshipDays: days, socialPromotion: social };
  const total = fees.listing + extrasFeeInCents(extras, fees);
  const parts = feePartsInCents(total, extras, fees);
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <div>
        <h3 className="text-xl">{text.individualHeading}</h3>
        <NumberedSteps steps={text.individualSteps(amounts)} className="mt-5" />
      </div>
      <div className="rounded-lg border border-line p-5 sm:p-6">
        <h3 className="text-xl">{text.calculator}</h3>
        <Slider
          label={text.days}
          min={0}
          max={limits.sponsorshipDays}
          value={days}
          onChange={setDays}
          marks={dayMarks(limits.sponsorshipDays)}
          text={text.daysValue(days)}
          className="mt-4"
        />
        <p className="mt-2 text-sm text-ink-faint">{text.daysHint}</p>
        <Switch
          label={text.social}
          hint={text.socialHint(amounts.social)}
          checked={social}
          onChange={(event) => setSocial(event.target.checked)}
          className="mt-3"
        />
        <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-y-1.5 wrap-anywhere border-t border-line pt-4 tabular-nums">
          <dt className="text-ink-soft">{text.listing}</dt>
          <dd className="text-end">{amounts.furtherCar}</dd>
          <dt className="text-ink-soft">{text.sponsorship(days)}</dt>
          <dd className="text-end">{formatDollars(parts.sponsorship)}</dd>
          <dt className="text-ink-soft">{text.social}</dt>
          <dd className="text-end">{formatDollars(parts.socialPromotion)}</dd>
          <dt className="mt-2 text-lg font-semibold">{text.total}</dt>
          <dd className="mt-2 text-end text-2xl font-bold">
            <output>{formatDollars(total)}</output>
          </dd>
        </dl>
        <p className="mt-2 text-sm text-ink-soft">{text.firstFree}</p>
        <ButtonLink to="/add-car" variant="secondary" className="mt-5 w-full">
          {text.publish}
        </ButtonLink>
      </div>
    </div>
  );
}
