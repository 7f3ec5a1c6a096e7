import { joinNames } from "#contract/join-names.ts";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { askForProof, emailVerificationTasks } from "./people/accounts/email-verification.ts";
import { passwordResetTasks } from "./people/accounts/password-resets.ts";
import { createSecretBox } from "./people/accounts/secret-box.ts";
import { type Admin, createAdmin } from "./admin/admin.ts";
import { loadHealth } from "./admin/health.ts";
import { createReviewJobs, type ReviewJobs } from "./admin/review/review-jobs.ts";
import { ownerMailTasks } from "./admin/owner-mails.ts";
import { type Alerts, createAlerts } from "./market/alerts/alerts.ts";
import { sendAlertTask } from "./market/alerts/alert-jobs.ts";
import { createCarReader } from "./market/cars/car-reader.ts";
import { confirmationJobs } from "./market/confirmations/confirmations.ts";
import type { Context } from "./context.ts";
import { createPublicCars, type PublicCars } from "./market/cars/public-cars.ts";
import { seedCatalogue } from "./market/catalogue/catalogue.queries.ts";
import { createCatalogueService, type CatalogueService } from "./market/catalogue/catalogue.service.ts";
import type { Config } from "./config.ts";
import { createReplica } from "./platform/db/replica.ts";
import { createSiteKeys } from "./platform/db/site-keys.ts";
import type { DB } from "./platform/db/tables.ts";
import { createFeedReader, type FeedReader } from "./dealers/feeds/feed-reader.ts";
import { dealerKeyTasks } from "./dealers/keys/dealer-keys.ts";
import { stockFeedMailTask } from "./dealers/stock-feeds/follow-feeds.ts";
import { createStockFeeds, type StockFeeds } from "./dealers/stock-feeds/stock-feeds.service.ts";
import { createPublicFetcher } from "./platform/fetching/fetch-public.ts";
import { BodyBudget } from "./http/body-budget.ts";
import { createCookies, type Cookies } from "./http/credentials.ts";
import { createLimits, type Limits } from "./http/limits.ts";
import {
  type AddJob,
  createJobs,
  type Jobs,
  type JobsDeps,
  type ScheduledTask,
  type Task,
} from "./platform/jobs/jobs.ts";
import { createSweeps } from "./platform/jobs/sweeps.ts";
import type { Logger } from "./log.ts";
import { createMailer, sweepMails } from "./platform/mail/mailer.ts";
import { createOgService, type OgService } from "./market/og/og.service.ts";
import { mailTask as paymentMailTask } from "./money/billing/mail-queue.ts";
import { createCoupons } from "./money/billing/coupons.ts";
import { createBilling, type Billing } from "./money/billing/billing.ts";
import { planPriceTask } from "./money/billing/price-moves.ts";
import { isTestMode, type ProviderAccess } from "./money/billing/provider.ts";
import { createInvoices, type Invoices } from "./money/invoices/invoices.ts";
import { mailInvoiceTask } from "./money/invoices/issue-invoices.ts";
import { createOperator, operatorMailTask } from "./admin/operator/operator.ts";
import { photoTwinsSchedule } from "./market/photo-twins/photo-twins.commands.ts";
import { createTwinFinder } from "./market/photo-twins/twin-finder.ts";
import { openPhotoStore } from "./market/photos/open-photo-store.ts";
import { fingerprintSchedule } from "./market/photos/fingerprint-photos.ts";
import { createPhotoCleaner, sweepPhotos } from "./market/photos/photo-cleaner.ts";
import { PhotoWorkers } from "./market/photos/photo-workers.ts";
import { createPhotosService, type PhotosService } from "./market/photos/photos.service.ts";
import { vinJobs } from "./market/vin/vin-jobs.ts";
import { createPrices, type Prices } from "./market/prices/prices.ts";
import { oldReportMails } from "./market/reports/old-report-mails.ts";
import { reportMailTasks } from "./market/reports/report-mails.ts";
import { createActiveTariffs } from "./market/tariffs/active-tariffs.ts";
import { createStockImports, type StockImports } from "./dealers/stock/imports.service.ts";
import { stockReportTask } from "./market/statistics/report-mails.ts";
import { switchReportMails } from "./market/statistics/report-mails.queries.ts";
import { createStatistics, type Statistics } from "./market/statistics/statistics.ts";
import { createSearchService, type SearchService } from "./market/search/search.service.ts";
import { createSettingsService, type SettingsService } from "./platform/settings/settings.service.ts";

export interface ServiceDeps {
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly pool: Pool;
  /** The database's address, for what keeps connections of its own: the job queue, notifications. */
  readonly databaseUrl: string;
  readonly log: Logger;
  /** How to reach the card payment provider; null or left out: there is none, and payments answer that it is away. */
  readonly provider?: ProviderAccess | null;
  /** Called between any two steps of a payment's way: tests abandon it there, as a crash would. */
  readonly paymentStep?: (name: string) => Promise<void>;
  /** The same between the steps of applying a stock file. */
  readonly stockStep?: (name: string) => Promise<void>;
  /** What daily mails go by; the process's clock by default. */
  readonly now?: () => Date;
  /** False: scheduled tasks are run where a test queues them; true by default. */
  readonly followsClock?: boolean;
  /** The memory for arriving bodies; of the usual size by default. */
  readonly bodies?: BodyBudget;
  readonly onJobEnded?: NonNullable<JobsDeps["onEnded"]>;
}

/** The services of the API, created once. */
export interface Services extends Pick<Billing, "payments" | "subscriptions"> {
  readonly ctx: Context;
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly log: Logger;
  readonly cookies: Cookies;
  readonly limits: Limits;
  /** The memory for arriving bodies. */
  readonly bodies: BodyBudget;
  readonly photos: PhotosService;
  /** Pictures of shared pages. */
  readonly og: OgService;
  readonly catalogue: CatalogueService;
  readonly search: SearchService;
  readonly publicCars: PublicCars;
  /** Saved searches, followed prices and their mails. */
  readonly alerts: Alerts;
  /** What cars are offered for. */
  readonly prices: Prices;
  /** Cars as files for other sites. */
  readonly feeds: FeedReader;
  /** Where dealers' stocks are fetched from. */
  readonly stockFeeds: StockFeeds;
  /** Jobs that ask owners if their cars are still for sale. */
  readonly confirmations: ReturnType<typeof confirmationJobs>;
  /** Dealers' stock from files. */
  readonly stockImports: StockImports;
  /** What the operator decides: fees, limits, company, texts. */
  readonly settings: SettingsService;
  readonly admin: Admin;
  /** How many people were interested in which cars. */
  readonly statistics: Statistics;
  /** What works on payments beside requests. */
  readonly billing: Billing;
  /** Invoices and credit notes. */
  readonly invoices: Invoices;
  readonly jobs: Jobs;
  /** What is done by jobs, by name. */
  readonly tasks: Readonly<Record<string, Task>>;
  /** What is done by the clock, by name. */
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** Puts into a migrated database what the site needs to be there: catalogue, the queue's tables. Any number of times. */
  prepare(): Promise<void>;
  /** Begins to work: the search's index, jobs. After `prepare`. */
  start(): Promise<void>;
  /** Ends what `start` began, once requests are done. */
  stop(): Promise<void>;
}

/** Creates the services; starts nothing and does not read the database yet. */
export function createServices(deps: ServiceDeps): Services {
  const { config, db, pool, databaseUrl, log, now = () => new Date() } = deps;
  const { publicUrl, name } = config.site;
  const limits = createLimits({ pool, enabled: config.http.rateLimits });
  const mailer = createMailer(config.mail);

  const store = openPhotoStore(config.photos);
  const workers = new PhotoWorkers({ log });
  const photos = createPhotosService({ db, store, workers, publicUrl });
  const photoUrl = (id: string) => photos.url(id);
  const twinFinder = createTwinFinder({ url: databaseUrl, log });
  const og = createOgService({ folder: join(config.dataDir, "og"), log, photos, siteName: name });
  const cleaner = createPhotoCleaner({ db, store });
  const fetcher = createPublicFetcher({
    allowedHosts: config.importAllowedHosts,
    userAgent: `${name} (+${publicUrl})`,
  });

  // Jobs queue jobs in turn.
  const addJob: AddJob = (...job) => jobs.addJob(...job);
  const site = { name, publicUrl };
  const settings = createSettingsService({
    db,
    config,
    log,
    onSaving: async (trx, before, after) => {
      const cents = after.fees.subscription;
      if (cents !== before.fees.subscription)
        await addJob(planPriceTask, { cents }, { trx, maxAttempts: 25 });
    },
  });
  const currentSettings = () => settings.current();
  const catalogue = createCatalogueService({ db });
  const carReader = createCarReader(db);
  const coupons = createCoupons({ addJob });
  const tariffs = createActiveTariffs(db);
  const search: SearchService = createSearchService({
    db,
    url: databaseUrl,
    log,
    onChange: () => {
      alerts.carsChanged();
      prices.carsChanged();
      reviews.carsChanged();
    },
    tariffOn: (day) => tariffs.on(day),
    onOther: {
      catalogue_changed: () => catalogue.refresh(),
      price_model_changed: () => prices.modelChanged(),
      settings_changed: () => settings.refresh(),
      tariff_changed: () => {
        tariffs.refresh();
        search.tariffsChanged();
      },
    },
  });
  const prices: Prices = createPrices({ db, url: databaseUrl, addJob, log, now });
  const { replicaUrl } = config.database;
  const replica = replicaUrl === null ? null : createReplica({ url: replicaUrl, primary: db, log });
  const publicCars = createPublicCars({
    versions: search,
    reader: carReader,
    replica,
    photoUrl,
  });
  const siteKey = createSiteKeys(db);
  const ctx: Context = {
    db,
    log,
    now,
    site,
    settings: currentSettings,
    siteKey,
    secretBox: createSecretBox({ secretKey: config.secretKey, file: join(config.dataDir, "secret-key") }),
    limits,
    addJob,
    step: deps.paymentStep ?? (async () => {}),
    mailer,
    photos,
    twinFinder,
    carReader,
    catalogue,
    coupons,
    prices: prices.service,
    search,
    publicCars,
    tariffs,
  };
  const reviews: ReviewJobs = createReviewJobs(ctx);
  const billing = createBilling({
    ctx,
    access: deps.provider ?? null,
    sandbox: config.payments.mode === "sandbox",
  });

  const invoices = createInvoices(ctx, { isTest: isTestMode(config.payments) });
  const alerts: Alerts = createAlerts({
    db,
    search,
    addJob,
    siteKey,
    askForProof: (trx, userIds) => askForProof(trx, addJob, userIds),
    log,
    mailer,
    photoUrl,
    site,
    onReportsEnded: (userId) => switchReportMails(db, userId, false),
    now,
  });
  const confirmations = confirmationJobs(ctx);
  const vins = vinJobs(ctx);
  const cookies = createCookies(config.site.secure);
  const statistics = createStatistics({
    ctx,
    cookies,
    trustedProxies: config.http.trustedProxies,
    unsubscribeToken: (userId) => alerts.unsubscribeToken({ kind: "report", userId }),
  });
  const mailTasks = joinNames(
    "tasks",
    passwordResetTasks(ctx),
    emailVerificationTasks(ctx),
    dealerKeyTasks(ctx),
    confirmations.tasks,
    vins.tasks,
    statistics.tasks,
    reportMailTasks(ctx),
    ownerMailTasks({
      db,
      mailer,
      site: { ...site, contactEmail: () => settings.current().contacts.email },
    }),
  );
  const mailJobs = joinNames("tasks", mailTasks, oldReportMails(mailTasks, stockReportTask));
  const admin = createAdmin({
    db,
    config,
    log,
    addJob,
    photoUrl,
    cleaner,
    refreshCatalogue: () => catalogue.refresh(),
    refreshTariffs: () => tariffs.refresh(),
    searchState: () => ({ loaded: search.isReady, listening: search.isListening, cars: search.stats.cars }),
    providerState: () => billing.checked(),
    webhookSecret: deps.provider?.webhookSecret ?? null,
    deskRefunds: billing.deskRefunds,
    deskPayments: billing.deskPayments,
    settings: currentSettings,
    mailTasks: [
      ...Object.keys(mailJobs),
      paymentMailTask,
      sendAlertTask,
      operatorMailTask,
      mailInvoiceTask,
      stockFeedMailTask,
    ],
    invoices,
  });

  const operator = createOperator(ctx, () => loadHealth(admin.health));

  const stockImports = createStockImports({
    db,
    photos,
    store,
    catalogue,
    fetcher,
    secretBox: ctx.secretBox,
    limits: ctx.limits,
    addJob,
    now,
    ...(deps.stockStep === undefined ? {} : { step: deps.stockStep }),
  });

  const stockFeeds = createStockFeeds({ db, fetcher, imports: stockImports, addJob, log, mailer, site });
  // The subjects that work beside requests, by jobs and by the clock.
  const parts = [
    billing,
    invoices,
    admin,
    operator,
    alerts,
    confirmations,
    vins,
    stockImports,
    stockFeeds,
    prices,
    reviews,
    statistics,
  ];
  const schedule = joinNames(
    "scheduled tasks",
    createSweeps(db),
    sweepPhotos(cleaner),
    fingerprintSchedule({ db, store, workers, log }),
    photoTwinsSchedule(ctx),
    sweepMails(config.mail),
    ...parts.map((part) => part.schedule),
  );
  const tasks = joinNames("tasks", mailJobs, ...parts.map((part) => part.tasks));
  const jobs: Jobs = createJobs({
    db,
    url: databaseUrl,
    log,
    ...(deps.onJobEnded === undefined ? {} : { onEnded: deps.onJobEnded }),
    ...(deps.followsClock === undefined ? {} : { followsClock: deps.followsClock }),
    tasks,
    schedule,
  });

  return {
    ctx,
    config,
    db,
    log,
    cookies,
    limits,
    bodies: deps.bodies ?? new BodyBudget(),
    photos,
    og,
    catalogue,
    search,
    publicCars,
    alerts,
    prices,
    payments: billing.payments,
    subscriptions: billing.subscriptions,
    confirmations,
    stockFeeds,
    feeds: createFeedReader({ db, search, publicCars, photoUrl, publicUrl, now }),
    stockImports,
    settings,
    admin,
    statistics,
    billing,
    invoices,
    jobs,
    tasks,
    schedule,
    prepare: async () => {
      await settings.prepare();
      await seedCatalogue(db);
      catalogue.refresh();
      await jobs.prepare();
    },
    start: async () => {
      replica?.start();
      await Promise.all([search.start(), jobs.start()]);
      billing.start();
      alerts.start();
      prices.start();
      reviews.start();
    },
    stop: async () => {
      await Promise.all([
        billing.stop(),
        alerts.stop(),
        prices.stop(),
        reviews.stop(),
        statistics.recorder.stop(),
      ]);
      await search.stop();
      await jobs.stop();
      await Promise.all([workers.close(), twinFinder.stop(), og.stop(), replica?.stop()]);
      mailer.close();
    },
  };
}
