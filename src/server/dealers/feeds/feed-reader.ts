import { createHash } from "node:crypto";
import type { Car } from "#contract/cars.ts";
import { carMessages } from "#domain/messages/car.ts";
import { carSearchParams, parseCarSearch } from "#domain/search/car-search.ts";
import { searchSubject } from "#domain/search/search-subject.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { Context } from "#server/context.ts";
import { atomFeed } from "./atom-feed.ts";
import { carsOfDealer, carsOfDealers } from "./feed-cars.ts";
import { type FeedVersion, FeedVersions } from "#server/http/feed-versions.ts";
import { findSharingDealer, readFingerprint } from "./feeds.queries.ts";
import { feedAddress } from "./outward-feeds.commands.ts";
import { jsonFeed } from "./json-feed.ts";
import { type FeedAddresses, vehiclesCsv } from "./vehicles-csv.ts";

/** A feed as it is now: its version, and its parts where somebody reads it. */
export interface Feed {
  readonly contentType: string;
  readonly version: FeedVersion;
  readonly parts: () => AsyncIterable<string>;
}

/** Feeds of cars for other sites (specification.md#feeds). Throws AppErrors alone. */
export interface FeedReader {
  /** The cars of all dealers who have switched it on. */
  vehicles(): Promise<Feed>;
  /** One dealer's cars. Throws dealer_not_found where the dealer is none now, or has not switched it on. */
  ofDealer(dealerId: string, format: "csv" | "json"): Promise<Feed>;
  /** The newest cars of a search. */
  ofSearch(params: URLSearchParams): Promise<Feed>;
}

const csvType = "text/csv; charset=utf-8";
const newestOfSearch = 50;
/** So long readers of one feed share the look whether it changed, in ms: as long as a search may be behind. */
const sharedFor = 1_000;

export function createFeedReader(ctx: Context): FeedReader {
  const { db, search, publicCars, now } = ctx;
  const { publicUrl } = ctx.site;
  const versions = new FeedVersions(() => now().getTime());
  const addresses: FeedAddresses = {
    carUrl: (id) => `${publicUrl}/car/${id}`,
    dealerUrl: (id) => `${publicUrl}/dealers/${id}`,
    photoUrl: (url) => (url === "" ? "" : new URL(url, publicUrl).href),
  };
  // Of all dealers it is a sum over all their cars: callers at the same time share it.
  let ofAll: { readonly until: number; readonly fingerprint: Promise<string> } | null = null;
  const fingerprintOfAll = (): Promise<string> => {
    if (ofAll === null || performance.now() > ofAll.until) {
      const fingerprint = readFingerprint(db, null);
      ofAll = { until: performance.now() + sharedFor, fingerprint };
      fingerprint.catch(() => {
        ofAll = null;
      });
    }
    return ofAll.fingerprint;
  };

  const feed = (
    name: string,
    state: string,
    contentType: string,
    parts: (version: FeedVersion) => AsyncIterable<string>,
  ): Feed => {
    const tag = createHash("sha256").update(`${name}\n${publicUrl}\n${state}`).digest("base64url");
    const version = versions.note(name, tag.slice(0, 22));
    return { contentType, version, parts: () => parts(version) };
  };

  return {
    vehicles: async () =>
      feed("vehicles", await fingerprintOfAll(), csvType, () => vehiclesCsv(carsOfDealers(ctx), addresses)),

    ofDealer: async (dealerId, format) => {
      const { id, name } = await findSharingDealer(db, dealerId);
      const dealer = { id, name: maskPhones(name, carMessages.phoneMasked) };
      const fingerprint = await readFingerprint(db, dealerId);
      const cars = () => carsOfDealer(ctx, dealerId);
      return format === "csv"
        ? feed(`${dealerId}.csv`, fingerprint, csvType, () => vehiclesCsv(cars(), addresses))
        : feed(`${dealerId}.json`, fingerprint, "application/feed+json; charset=utf-8", () =>
            jsonFeed(dealer, feedAddress(publicUrl, dealerId, "json"), cars(), addresses),
          );
    },

    ofSearch: async (params) => {
      const wanted = { ...parseCarSearch(params), sort: "createdAt_desc" as const };
      const { ids } = await search.search(wanted, { page: 1, limit: newestOfSearch });
      const cars = await publicCars.load(ids);
      const query = carSearchParams({ ...wanted, sort: "standard" }).toString();
      const suffix = query === "" ? "" : `?${query}`;
      const described = { title: searchSubject(wanted), pageUrl: `${publicUrl}/search${suffix}` };
      const url = `${publicUrl}/search.atom${suffix}`;
      return feed(
        suffix,
        JSON.stringify([described, cars]),
        "application/atom+xml; charset=utf-8",
        ({ changedAt }) =>
          inOnePart(cars, (all) => atomFeed({ ...described, url, updatedAt: changedAt }, all, addresses)),
      );
    },
  };
}

async function* inOnePart(
  cars: readonly Car[],
  write: (cars: readonly Car[]) => string,
): AsyncGenerator<string> {
  yield write(cars);
}
