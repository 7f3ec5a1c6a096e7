import { sellerPath } from "#web/lib/seller-path.ts";
import type { DealerDetails } from "./dealer-details.ts";

/** The dealer for search engines (schema.org). Its phone is no part of it: the number comes with a car's contact. */
export function dealerJsonLd(
  dealer: Pick<DealerDetails, "id" | "businessName" | "town" | "website">,
  publicUrl: string,
  image: string | undefined,
) {
  return {
    "@context": "https://schema.org",
    "@type": "AutoDealer",
    name: dealer.businessName,
    url: publicUrl + sellerPath({ id: dealer.id, isDealer: true }),
    address: {
      "@type": "PostalAddress",
      ...(dealer.town === null ? {} : { addressLocality: dealer.town }),
      addressCountry: "XK",
    },
    ...(image === undefined ? {} : { image }),
    ...(dealer.website === null ? {} : { sameAs: [dealer.website] }),
  };
}

/** "autogashi.com" of "https://www.autogashi.com/veturat". */
export function websiteName(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : address;
}
