import { useEffect, useState } from "react";
import { priceEstimateBody, type PriceEstimateAnswer } from "#contract/prices.ts";
import { priceMessages as text } from "#domain/messages/price-pages.ts";
import { api } from "#web/lib/auth.ts";
import { PriceBandBadge } from "./price-band-badge.tsx";

const typingMs = 600;

/**
 * In the sell form: the price range of comparables, once the form has enough facts. It never blocks the form.
 */
export function PriceHint({ facts }: { facts: object }) {
  const parsed = priceEstimateBody.safeParse(facts);
  const asked = parsed.success ? JSON.stringify(parsed.data) : null;
  const [answer, setAnswer] = useState<{ asked: string; estimate: PriceEstimateAnswer } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      api("POST /api/price-estimates", { body: JSON.parse(asked) }, { signal: ended.signal }).then(
        (estimate) => setAnswer({ asked, estimate }),
        // Optional: a failure shows nothing.
        () => undefined,
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [asked]);
  // Never the range of another car.
  if (asked === null || answer?.asked !== asked) return null;
  const { low, high, band } = answer.estimate;
  if (low === null || high === null) return null;
  return (
    <p role="status" className="mt-2 flex flex-wrap items-center gap-2 text-sm tabular-nums">
      {`${text.range(low, high)}.`}
      {band !== null && <PriceBandBadge band={band} />}
    </p>
  );
}
