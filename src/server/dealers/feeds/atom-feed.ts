import type { Car } from "#contract/cars.ts";
import { escapeXml } from "#domain/text/escape-xml.ts";
import { carSummary } from "./json-feed.ts";
import { carTitle, type FeedAddresses } from "./vehicles-csv.ts";

function entry(car: Car, { carUrl, photoUrl }: FeedAddresses): string {
  const url = escapeXml(carUrl(car._id));
  const [image] = car.images;
  const picture =
    image === undefined
      ? ""
      : `<link rel="enclosure" type="image/jpeg" href="${escapeXml(photoUrl(image))}"/>`;
  return `<entry><id>urn:uuid:${car._id}</id><title>${escapeXml(`${carTitle(car)}, ${carSummary(car)}`)}</title><link href="${url}"/>${picture}<published>${car.createdAt}</published><updated>${car.listedAt}</updated><author><name>${escapeXml(car.seller.name)}</name></author><content type="text">${escapeXml(car.description)}</content></entry>`;
}

/** The newest cars of a search as Atom (RFC 4287). `updatedAt`: when the feed last changed. */
export function atomFeed(
  feed: { readonly title: string; readonly url: string; readonly pageUrl: string; readonly updatedAt: Date },
  cars: readonly Car[],
  addresses: FeedAddresses,
): string {
  const url = escapeXml(feed.url);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sq"><id>${url}</id><title>${escapeXml(feed.title)}</title><link rel="self" type="application/atom+xml" href="${url}"/><link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/><updated>${feed.updatedAt.toISOString()}</updated>
${cars.map((car) => entry(car, addresses)).join("\n")}
</feed>
`;
}
