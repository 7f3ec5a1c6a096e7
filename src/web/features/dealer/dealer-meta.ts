import { type OpeningHours, weekdays } from "#domain/dealers/opening-hours.ts";
import { fold } from "#domain/text/fold.ts";
import { sellerPath } from "#web/lib/seller-path.ts";
import type { DealerDetails } from "./dealer-details.ts";

/** The dealer for search engines (schema.org). Its phone is no part of it: numbers come with a tap and stand in no page. */
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

/** A day is open in its spans and closed else; the vocabulary's days have English names, and no 24:00. */
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

/** OpenStreetMap's search for the address: a link that is followed or not, nothing of it is loaded into the page. */
export function mapAddress(address: string, town: string | null): string {
  const place = town === null || fold(address).includes(fold(town)) ? address : `${address}, ${town}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${place}, Kosovo`)}`;
}

/** "autogashi.com" of "https://www.autogashi.com/veturat". */
export function websiteName(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : address;
}
