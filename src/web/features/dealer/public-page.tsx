import type { ReactNode } from "react";
import { formatNumber } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { OutLink } from "#web/components/text-link.tsx";
import { DealerContact } from "./dealer-contact.tsx";
import { type DealerDetails, websiteName } from "./dealer-meta.ts";

const text = dealerPageMessages.publicPage;

/** /dealers/{id}: the business, its place, and all its cars on sale (specification.md#dealers). */
export function PublicDealerPage({
  dealer,
  now,
  cars,
}: {
  dealer: DealerDetails;
  /** When the data was read. */
  now: string;
  cars: ReactNode;
}) {
  return (
    <>
      <div className="border-b border-line bg-surface">
        <div className="page flex flex-col gap-5 py-8 sm:flex-row sm:items-center md:py-12">
          <span
            aria-hidden="true"
            className="flex size-16 shrink-0 items-center justify-center rounded-lg bg-blue text-3xl font-bold text-on-blue md:size-20"
          >
            {dealer.businessName.slice(0, 1).toUpperCase()}
          </span>
          <div className="min-w-0">
            <h1 className="text-3xl wrap-anywhere md:text-4xl">{dealer.businessName}</h1>
            <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft">
              <Badge tone="blue">{dealer.isVerified ? text.verifiedBadge : text.badge}</Badge>
              {dealer.town !== null && <span>{dealer.town}</span>}
              <span className="tabular-nums">
                {text.carCount(formatNumber(dealer.carCount), dealer.carCount)}
              </span>
              {dealer.website !== null && (
                <OutLink
                  href={dealer.website}
                  rel="nofollow noopener noreferrer"
                  aria-label={`${text.website}: ${websiteName(dealer.website)}`}
                  className="wrap-anywhere"
                >
                  {websiteName(dealer.website)}
                </OutLink>
              )}
            </p>
          </div>
        </div>
        <DealerContact dealer={dealer} now={now} />
      </div>
      <div className="page py-8">{cars}</div>
    </>
  );
}
