import { formatDollars } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { useTerms } from "#web/lib/site.ts";
import { Benefits } from "./benefits.tsx";

const text = dealerPageMessages.promo;

/**
 * The dashboard's address for non-dealers: benefits, price, and the link to sign up
 * (specification.md#dealers).
 */
export function PromoPage() {
  const { fees } = useTerms();
  return (
    <div className="page py-10 md:py-14">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <div>
          <p className="text-sm font-medium text-ink-faint">{text.restricted}</p>
          <h1 className="mt-2 text-4xl font-bold">{text.title}</h1>
          <p className="mt-3 max-w-xl text-lg text-ink-soft">{text.lead}</p>
          <Benefits className="mt-8 sm:grid-cols-2" />
        </div>
        <section aria-labelledby="price" className="rounded-lg border border-line p-6 lg:shadow-card">
          <h2 id="price" className="text-base text-ink-soft">
            {text.price}
          </h2>
          <p className="mt-1 text-4xl font-bold tabular-nums">
            {formatDollars(fees.subscription)}
            <span className="text-lg font-medium text-ink-soft">{text.perMonth}</span>
          </p>
          <p className="mt-4 text-ink-soft">{text.terms}</p>
          {fees.listing > 0 && (
            <p className="mt-2 text-ink-soft">{text.savings(formatDollars(fees.listing))}</p>
          )}
          <p className="mt-2 font-medium text-green">{text.guarantee}</p>
          <ButtonLink to="/autosallon-signup" size="lg" className="mt-6 w-full">
            {text.action}
          </ButtonLink>
        </section>
      </div>
    </div>
  );
}
