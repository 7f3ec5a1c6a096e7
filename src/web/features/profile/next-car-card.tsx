import type { UserStatus } from "#contract/accounts.ts";
import { formatDollars } from "#domain/format/format.ts";
import { profileMessages } from "#domain/messages/profile.ts";

const text = profileMessages.nextCar;

function priceOf(status: UserStatus): { price: string; hint: string } {
  if (status.isDealer) return { price: text.included, hint: text.includedHint };
  if (status.nextCarPrice === 0)
    return { price: text.free, hint: status.isFirstCarFree ? text.freeHint : text.noFeeHint };
  return { price: formatDollars(Math.round(status.nextCarPrice * 100)), hint: text.paidHint };
}

/** The price of publishing one more car (specification.md#profile). */
export function NextCarCard({ status }: { status: UserStatus }) {
  const { price, hint } = priceOf(status);
  return (
    <section aria-labelledby="next-car" className="rounded-lg bg-blue-soft p-4 sm:p-6">
      <h2 id="next-car" className="text-base font-medium text-ink-soft">
        {text.heading}
      </h2>
      <p data-testid="next-car-price" className="mt-1 text-2xl font-bold text-blue-text tabular-nums">
        {price}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{hint}</p>
    </section>
  );
}
