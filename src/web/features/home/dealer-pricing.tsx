import { formatDollars } from "#domain/format/format.ts";
import { homeMessages } from "#domain/messages/home.ts";
import type { Fees } from "#domain/payments/fees.ts";
import { dealerExample, dealerExampleInCents, dealerPaysOffFrom } from "#domain/site/site-figures.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { useTerms } from "#web/lib/site.ts";
import { CheckList } from "./check-list.tsx";

const text = homeMessages.pricing;

export function DealerPricing() {
  const { fees } = useTerms();
  const perMonth = formatDollars(fees.subscription);
  const furtherCar = formatDollars(fees.listing);
  const perDay = formatDollars(fees.sponsorshipPerDay);
  const social = formatDollars(fees.socialPromotion);
  const paysOffFrom = dealerPaysOffFrom(fees);
  return (
    <div className="wrap-anywhere">
      <h3 className="text-xl">{text.dealerHeading}</h3>
      <CheckList items={text.dealerBenefits} className="mt-5 sm:grid-cols-2 lg:grid-cols-4" />
      <div className="mt-8 grid grid-cols-1 gap-6 lg:grid-cols-3">
        <Box heading={text.plan}>
          <p className="text-4xl font-bold tabular-nums">
            {perMonth} <span className="text-base font-medium text-ink-soft">{text.perMonth}</span>
          </p>
          <p className="text-ink-soft">{text.planText}</p>
          <p className="font-medium text-green">{text.guarantee}</p>
        </Box>
        <Box heading={text.extras}>
          <p>{text.extraSponsorship(perDay)}</p>
          <p>{text.extraSocial(social)}</p>
        </Box>
        <Box heading={text.example}>
          <DealerSum fees={fees} />
        </Box>
      </div>
      <div className="mt-8">
        <table className="w-full border-collapse text-start text-sm sm:text-base">
          <caption className="mb-3 text-start text-lg font-semibold">{text.comparison}</caption>
          <thead>
            <tr className="border-b border-line-strong wrap-break-word tiny:wrap-anywhere">
              <th scope="col" className="py-3 pe-2 sm:pe-4 text-start font-semibold">
                {text.comparisonFeature}
              </th>
              <th scope="col" className="px-2 py-3 sm:px-4 text-start font-semibold">
                {text.individual}
              </th>
              <th scope="col" className="px-2 py-3 sm:px-4 text-start font-semibold">
                {text.dealer}
              </th>
            </tr>
          </thead>
          <tbody>
            {text.comparisonRows({ furtherCar, perMonth }).map((row) => (
              <tr key={row.feature} className="border-b border-line">
                <th scope="row" className="py-3 pe-2 sm:pe-4 text-start font-normal text-ink-soft">
                  {row.feature}
                </th>
                <td className="px-2 py-3 sm:px-4">{row.individual}</td>
                <td className="px-2 py-3 sm:px-4 font-medium">{row.dealer}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {paysOffFrom !== null && <p className="mt-4 text-ink-soft">{text.savings(furtherCar, paysOffFrom)}</p>}
      <ButtonLink
        to="/autosallon-signup"
        variant="secondary"
        size="lg"
        className="mt-6 max-w-full whitespace-normal!"
      >
        {text.becomeDealer}
      </ButtonLink>
    </div>
  );
}

/** The example of specification.md#fees, added up. */
function DealerSum({ fees }: { fees: Fees }) {
  const { cars, sponsorshipDays, socialPromotions } = dealerExample;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 tabular-nums">
      <dt className="text-ink-soft">{text.exampleSubscription}</dt>
      <dd className="text-end">{formatDollars(fees.subscription)}</dd>
      <dt className="text-ink-soft">{text.exampleSponsorship}</dt>
      <dd className="text-end">{formatDollars(cars * sponsorshipDays * fees.sponsorshipPerDay)}</dd>
      <dt className="text-ink-soft">{text.exampleSocial}</dt>
      <dd className="text-end">{formatDollars(socialPromotions * fees.socialPromotion)}</dd>
      <dt className="mt-2 font-semibold">{text.exampleTotal}</dt>
      <dd className="mt-2 text-end text-2xl font-bold">{formatDollars(dealerExampleInCents(fees))}</dd>
    </dl>
  );
}

function Box({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-5 sm:p-6">
      <h4 className="font-semibold">{heading}</h4>
      {children}
    </div>
  );
}
