import type { Car } from "#contract/cars.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { carTitle, type FeedAddresses } from "./vehicles-csv.ts";

/** What a car says in one line of a feed reader. */
export function carSummary(car: Car): string {
  return [
    formatEuro(car.price),
    car.year,
    formatKm(car.mileage),
    car.fuel,
    car.transmission,
    car.location,
  ].join(" · ");
}

function item(car: Car, { carUrl, photoUrl }: FeedAddresses) {
  const [image] = car.images;
  return {
    id: carUrl(car._id),
    url: carUrl(car._id),
    title: carTitle(car),
    summary: carSummary(car),
    content_text: car.description,
    ...(image === undefined ? {} : { image: photoUrl(image) }),
    date_published: car.createdAt,
    date_modified: car.listedAt,
    tags: [car.brand, car.type, car.fuel],
    attachments: car.images.map((url) => ({ url: photoUrl(url), mime_type: "image/jpeg" })),
  };
}

/** A dealer's cars as JSON Feed 1.1, in parts, as they are read. */
export async function* jsonFeed(
  dealer: { readonly id: string; readonly name: string },
  feedUrl: string,
  cars: AsyncIterable<readonly Car[]>,
  addresses: FeedAddresses,
): AsyncGenerator<string> {
  const url = addresses.dealerUrl(dealer.id);
  const head = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: dealer.name,
    home_page_url: url,
    feed_url: feedUrl,
    language: "sq",
    authors: [{ name: dealer.name, url }],
  });
  yield `${head.slice(0, -1)},"items":[`;
  let isFirst = true;
  for await (const part of cars) {
    const items = part.map((car) => JSON.stringify(item(car, addresses))).join(",");
    if (items === "") continue;
    yield isFirst ? items : `,${items}`;
    isFirst = false;
  }
  yield "]}";
}
