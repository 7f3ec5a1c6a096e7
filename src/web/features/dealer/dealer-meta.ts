import type { DealerDetails } from "./load-dealer.ts";

/** The page's one address, root-relative. */
export function dealerPath(id: string, page = 1): string {
  return `/dealers/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ""}`;
}

/** The dealer for search engines (schema.org). Its phone is no part of it: the number comes with a car's contact. */
export function dealerJsonLd(dealer: DealerDetails, publicUrl: string, image: string | undefined) {
  return {
    "@context": "https://schema.org",
    "@type": "AutoDealer",
    name: dealer.businessName,
    url: publicUrl + dealerPath(dealer.id),
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
