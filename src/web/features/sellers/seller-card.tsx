import { useEffect, useRef, useState } from "react";
import type { SellerCard as Seller } from "#contract/sellers.ts";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import { Badge } from "#web/components/badge.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { api } from "#web/lib/auth.ts";
import { sellerPath } from "#web/lib/seller-path.ts";
import { whenNear } from "#web/lib/when-near.ts";
import { SellerFacts, SellerInitial } from "./seller-facts.tsx";

/**
 * The seller of a car. Loaded when the section comes near the viewport, because most visitors do not scroll
 * there. The link to the other cars is rendered at once, and remains if loading fails.
 */
export function SellerCard({
  carId,
  seller: { id, isDealer },
}: {
  carId: string;
  seller: { id: string; isDealer: boolean };
}) {
  const place = useRef<HTMLElement>(null);
  const [seller, setSeller] = useState<Seller | "loading" | "failed">("loading");
  useEffect(() => {
    if (!place.current) return;
    const ended = new AbortController();
    const stop = whenNear(place.current, "400px", () => {
      api("GET /api/cars/{id}/seller", { params: { id: carId } }, { signal: ended.signal }).then(
        setSeller,
        () => ended.signal.aborted || setSeller("failed"),
      );
    });
    return () => {
      stop();
      ended.abort();
    };
  }, [carId]);
  return (
    <section ref={place} aria-labelledby="seller" data-below-fold className="print:hidden">
      <h2 id="seller" className="text-xl">
        {text.heading}
      </h2>
      {seller === "loading" && (
        <Loading label={text.loading} className="mt-4 flex min-h-24 gap-4 noscript:hidden">
          <Skeleton className="size-14 rounded-lg" />
          <Skeleton className="h-12 w-56 max-w-full rounded-md" />
        </Loading>
      )}
      {typeof seller === "object" && (
        <div className="mt-4 flex min-h-24 items-start gap-4">
          <SellerInitial name={seller.name} className="size-14 text-2xl" />
          <div className="min-w-0">
            <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-lg font-semibold wrap-anywhere">{seller.name}</span>
              <SellerBadge seller={seller} />
            </p>
            <SellerFacts seller={seller} />
          </div>
        </div>
      )}
      <p className="mt-2">
        <TallLink to={sellerPath({ id, isDealer })}>{text.allCars}</TallLink>
      </p>
    </section>
  );
}

function SellerBadge({ seller: { isDealer, isVerified } }: { seller: Seller }) {
  if (!isDealer) return <Badge>{text.privateSeller}</Badge>;
  return <Badge tone="blue">{isVerified ? text.verifiedDealer : text.dealer}</Badge>;
}
