import type { ReactNode } from "react";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import { Badge } from "#web/components/badge.tsx";
import type { SellerDetails } from "./load-seller.ts";
import { SellerFacts, SellerInitial } from "./seller-facts.tsx";

/** /sellers/{id}: a private seller by first name, with all cars on sale (specification.md#sellers). */
export function SellerPage({ seller, cars }: { seller: SellerDetails; cars: ReactNode }) {
  return (
    <>
      <div className="border-b border-line bg-surface">
        <div className="page flex flex-col gap-5 py-8 sm:flex-row sm:items-center md:py-12">
          <SellerInitial name={seller.name} className="size-16 text-3xl md:size-20" />
          <div className="min-w-0">
            <h1 className="text-3xl wrap-anywhere md:text-4xl">{seller.name}</h1>
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Badge>{text.privateSeller}</Badge>
              <SellerFacts seller={seller} />
            </div>
          </div>
        </div>
      </div>
      <div className="page py-8">{cars}</div>
    </>
  );
}
