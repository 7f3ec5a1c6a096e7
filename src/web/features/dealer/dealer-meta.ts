import type { PublicDealer } from "#contract/dealers.ts";
import { type OpeningHours, weekdays } from "#domain/dealers/opening-hours.ts";
import { fold } from "#domain/text/fold.ts";
import { sellerPath } from "#web/lib/seller-path.ts";

export type DealerDetails = Omit<PublicDealer, "cars">;

/** The dealer as schema.org data. Without the phone: numbers are only given on request. */
export function dealerJsonLd(
  dealer: Pick<DealerDetails, "id" | "businessName" | "town" | "website" | "address" | "hours">,
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
      ...(dealer.address === null ? {} : { streetAddress: dealer.address }),
      ...(dealer.town === null ? {} : { addressLocality: dealer.town }),
      addressCountry: "XK",
    },
    ...(dealer.hours === null ? {} : { openingHoursSpecification: hoursJsonLd(dealer.hours) }),
    ...(image === undefined ? {} : { image }),
    ...(dealer.website === null ? {} : { sameAs: [dealer.website] }),
  };
}

/** A day is open in its spans, else closed. schema.org names days in English and has no 24:00. */
function hoursJsonLd(hours: OpeningHours) {
  return weekdays.flatMap((weekday) =>
    hours[weekday].map(({ from, to }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: `https://schema.org/${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`,
      opens: from,
      closes: to === "24:00" ? "23:59" : to,
    })),
  );
}

/** OpenStreetMap's search for the address. Only a link: the page loads nothing from there. */
export function mapAddress(address: string, town: string | null): string {
  const place = town === null || fold(address).includes(fold(town)) ? address : `${address}, ${town}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${place}, Kosovo`)}`;
}

/** "autogashi.com" of "https://www.autogashi.com/veturat". */
export function websiteName(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : address;
}
