import type { Kysely } from "kysely";
import type { Settings } from "#domain/settings/settings.ts";
import type { SecretBox } from "./people/accounts/secret-box.ts";
import type { coupons } from "./money/billing/coupons.commands.ts";
import type { PaymentRuns } from "./money/billing/payment-runs.ts";
import type { Provider } from "./money/billing/provider.ts";
import type { CarReader } from "./market/cars/car-reader.ts";
import type { PublicCars } from "./market/cars/public-cars.ts";
import type { Catalogue } from "./market/catalogue/catalogue.commands.ts";
import type { SiteKey } from "./platform/db/site-keys.ts";
import type { DB } from "./platform/db/tables.ts";
import type { Limits } from "./http/limits.ts";
import type { AddJob } from "./platform/jobs/jobs.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./platform/mail/mailer.ts";
import type { TwinFinder } from "./market/photo-twins/twin-finder.ts";
import type { FileStore } from "./market/photos/file-store.ts";
import type { PublicFetcher } from "./platform/fetching/fetch-public.ts";
import type { FeedVersions } from "./http/feed-versions.ts";
import type { PhotosService } from "./market/photos/photos.service.ts";
import type { CurrentModel } from "./market/prices/current-model.ts";
import type { SearchService } from "./market/search/search.service.ts";
import type { ActiveTariffs } from "./market/tariffs/active-tariffs.ts";

/**
 * The context of commands, queries and jobs, created once at start. It is a command's first parameter
 * (`saveSearch(ctx, userId, form)`). Stateful parts (index, workers, caches) are objects in it.
 */
export interface Context {
  readonly db: Kysely<DB>;
  readonly log: Logger;
  /** The clock; tests set it. */
  readonly now: () => Date;
  readonly site: { readonly name: string; readonly publicUrl: string };
  /** The operator's current settings, from memory. */
  readonly settings: () => Settings;
  readonly siteKey: SiteKey;
  readonly secretBox: SecretBox;
  readonly limits: Limits;
  readonly addJob: AddJob;
  /** Called between the steps of a payment, and of applying a stock file: tests throw here, as a crash would. */
  readonly step: (name: string) => Promise<void>;
  readonly mailer: Mailer;
  readonly photos: PhotosService;
  /** The files of photos and of stock. */
  readonly fileStore: FileStore;
  /** Fetches foreign addresses. */
  readonly fetcher: PublicFetcher;
  /** What exported stock was last told to be. */
  readonly stockVersions: FeedVersions;
  /** Which photos of the site resemble one. */
  readonly twinFinder: TwinFinder;
  readonly carReader: CarReader;
  readonly catalogue: Catalogue;
  readonly coupons: typeof coupons;
  /** Stripe, or the sandbox. */
  readonly provider: Provider;
  readonly paymentRuns: PaymentRuns;
  readonly priceModel: CurrentModel;
  readonly search: SearchService;
  readonly publicCars: PublicCars;
  readonly tariffs: ActiveTariffs;
}
