import { priceBandLabels } from "#domain/messages/prices.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";

const looks: Record<PriceBand, string> = {
  // A suspiciously low price is a warning, not good news.
  far_below: "bg-gold-soft text-gold-ink",
  below: "bg-green-soft text-green",
  fair: "bg-blue-soft text-blue-text",
  above: "bg-sunken text-ink",
  far_above: "bg-red-soft text-red",
};

export function PriceBandBadge({ band }: { band: PriceBand }) {
  return (
    <span
      className={`inline-flex items-center rounded-sm px-2 py-1 text-sm leading-5 font-semibold ${looks[band]}`}
    >
      {priceBandLabels[band]}
    </span>
  );
}
