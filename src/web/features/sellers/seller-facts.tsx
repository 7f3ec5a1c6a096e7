import { formatNumber } from "#domain/format/format.ts";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import type { SellerCard } from "#contract/sellers.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

export function SellerFacts({ seller }: { seller: SellerCard }) {
  const { memberSince, carCount, soldCount, emailVerified } = seller;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft tabular-nums">
      <li>{text.onSale(formatNumber(carCount), carCount)}</li>
      {soldCount > 0 && <li>{text.sold(formatNumber(soldCount), soldCount)}</li>}
      <li>{text.memberSince(memberSince)}</li>
      {emailVerified && (
        <li className="inline-flex items-center gap-1 text-green">
          <StrokeIcon className="size-4">
            <path d="m5 12.5 4.5 4.5L19 7.5" />
          </StrokeIcon>
          {text.emailVerified}
        </li>
      )}
    </ul>
  );
}

/** The first letter of the name, instead of a picture. */
export function SellerInitial({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center rounded-lg bg-blue font-bold text-on-blue ${className}`}
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
