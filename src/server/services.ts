import { joinNames } from "#contract/join-names.ts";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { askForProof, emailVerificationTasks } from "./people/accounts/email-verification.commands.ts";
import { passwordChangeTasks } from "./people/accounts/password-changes.ts";
import { passwordResetTasks } from "./people/accounts/password-resets.commands.ts";
import { createSecretBox } from "./people/accounts/secret-box.ts";
import { type Admin, createAdmin } from "./admin/admin.ts";
import { loadHealth } from "./admin/health.commands.ts";
import { createReviewJobs, type ReviewJobs } from "./admin/review/review-jobs.commands.ts";
import { ownerMailTasks } from "./admin/owner-mails.commands.ts";
import { type Alerts, createAlerts } from "./market/alerts/alerts.ts";
import { sendAlertTask } from "./market/alerts/alert-jobs.ts";
import { createCarReader } from "./market/cars/car-reader.ts";
import { confirmationJobs } from "./market/confirmations/confirmations.commands.ts";
import type { Context } from "./context.ts";
import { createPublicCars, type PublicCars } from "./market/cars/public-cars.ts";
import { seedCatalogue } from "./market/catalogue/catalogue.queries.ts";
import { createCatalogue } from "./market/catalogue/catalogue.commands.ts";
import type { Config } from "./config.ts";
import { createReplica } from "./platform/db/replica.ts";
import { createSiteKeys } from "./platform/db/site-keys.ts";
import type { DB } from "./platform/db/tables.ts";
import { createFeedReader, type FeedReader } from "./dealers/feeds/feed-reader.ts";
import { dealerKeyTasks } from "./dealers/keys/dealer-keys.commands.ts";
import { followFeeds, stockFeedMailTask } from "./dealers/stock-feeds/follow-feeds.commands.ts";
import { createPublicFetcher } from "./platform/fetching/fetch-public.ts";
import { FeedVersions } from "./http/feed-versions.ts";
import { BodyBudget } from "./http/body-budget.ts";
import { createCookies, type Cookies } from "./http/credentials.ts";
import { createLimits, type Limits } from "./http/limits.ts";
import {
  type AddJob,
  type BackgroundWork,
  createJobs,
  type Jobs,
  type JobsDeps,
} from "./platform/jobs/jobs.ts";
import { createSweeps } from "./platform/jobs/sweeps.ts";
import type { Logger } from "./log.ts";
import { createMailer, sweepMails } from "./platform/mail/mailer.ts";
import { createOgService, type OgService } from "./market/og/og.service.ts";
import { mailTask as paymentMailTask } from "./money/billing/mail-queue.ts";
import { coupons } from "./money/billing/coupons.commands.ts";
import { createBilling, type Billing } from "./money/billing/billing.ts";
import { createPaymentRuns } from "./money/billing/payment-runs.ts";
import { createProvider, isTestMode, type ProviderAccess } from "./money/billing/provider.ts";
import { createInvoices, type Invoices } from "./money/invoices/invoices.ts";
import { mailInvoiceTask } from "./money/invoices/issue-invoices.ts";
import { createOperator, operatorMailTask } from "./admin/operator/operator.commands.ts";
import { photoTwinsSchedule } from "./market/photo-twins/photo-twins.commands.ts";
import { createTwinFinder } from "./market/photo-twins/twin-finder.ts";
import { openFileStore } from "./market/photos/open-file-store.ts";
import { fingerprintSchedule } from "./market/photos/fingerprint-photos.ts";
import { createPhotoCleaner, sweepPhotos } from "./market/photos/photo-cleaner.ts";
import { PhotoWorkers } from "./market/photos/photo-workers.ts";
import { createPhotosService, type PhotosService } from "./market/photos/photos.service.ts";
import { vinJobs } from "./market/vin/vin-jobs.commands.ts";
import { createCurrentModel } from "./market/prices/current-model.ts";
import { createPrices, type Prices } from "./market/prices/prices.ts";
import { oldReportMails } from "./market/reports/old-report-mails.ts";
import { reportMailTasks } from "./market/reports/report-mails.commands.ts";
import { createActiveTariffs } from "./market/tariffs/active-tariffs.ts";
import { importJobs } from "./dealers/stock/imports.commands.ts";
import { stockReportTask } from "./market/statistics/stock-report-mails.commands.ts";
import { switchStockReportMails } from "./market/statistics/stock-report-mails.queries.ts";
import { createStatistics, type Statistics } from "./market/statistics/statistics.ts";
import { createSearchService, type SearchService } from "./market/search/search.service.ts";
import { createLiveSettings, type LiveSettings } from "./platform/settings/live-settings.ts";

export interface ServiceDeps {
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly pool: Pool;
  /** The database's address, for dedicated connections: the job queue, notifications. */
  readonly databaseUrl: string;
  readonly log: Logger;
  /** The card payment provider; null or omitted: none, and payments answer that it is away. */
  readonly provider?: ProviderAccess | null;
  /** Called between any two steps of a payment, and of applying a stock file: tests abandon it there, as a crash would. */
  readonly step?: (name: string) => Promise<void>;
  /** What daily mails go by; the process's clock by default. */
  readonly now?: () => Date;
  /** False: scheduled tasks run only if a test queues them; true by default. */
  readonly followsClock?: boolean;
  /** The memory for incoming bodies; of the usual size by default. */
  readonly bodies?: BodyBudget;
  readonly onJobEnded?: NonNullable<JobsDeps["onEnded"]>;
}

/** The services of the API, created once. */
export interface Services extends BackgroundWork {
  readonly ctx: Context;
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly log: Logger;
  readonly cookies: Cookies;
  readonly limits: Limits;
  /** The memory for incoming bodies. */
  readonly bodies: BodyBudget;
  readonly photos: PhotosService;
  /** Pictures of shared pages. */
  readonly og: OgService;
  readonly search: SearchService;
  readonly publicCars: PublicCars;
  /** Saved searches, followed prices and their mails. */
  readonly alerts: Alerts;
  /** What learns from prices, and gives cars their bands. */
  readonly prices: Prices;
  /** Cars as files for other sites. */
  readonly feeds: FeedReader;
  /** Jobs that fetch dealers' stocks. */
  readonly stockFeeds: BackgroundWork;
  /** Jobs that ask owners if their cars are still for sale. */
  readonly confirmations: BackgroundWork;
  /** Jobs that check and apply dealers' stock files. */
  readonly stockImports: BackgroundWork;
  /** What the operator decides: fees, limits, company, texts. */
  readonly settings: LiveSettings;
  readonly admin: Admin;
  /** Statistics: views and leads. */
  readonly statistics: Statistics;
  /** Background work on payments. */
  readonly billing: Billing;
  /** Invoices and credit notes. */
  readonly invoices: Invoices;
  readonly jobs: Jobs;
  /** Prepares a migrated database: catalogue, the queue's tables. Idempotent. */
  prepare(): Promise<void>;
  /** Starts the search's index and jobs. After `prepare`. */
  start(): Promise<void>;
  /** Begins no more jobs. Requests are still answered after it: they only add jobs. */
  stopJobs(): Promise<void>;
  /** Ends what `start` started, once requests are done. */
  stop(): Promise<void>;
}

/** Creates the services; starts nothing and does not read the database yet. */
export function createServices(deps: ServiceDeps): Services {
  const { config, db, pool, databaseUrl, log, now = () => new Date() } = deps;
  const { publicUrl, name } = config.site;
  const limits = createLimits({ pool, enabled: config.http.rateLimits });
  const mailer = createMailer(config.mail, log);

  const store = openFileStore(config.photos);
  const workers = new PhotoWorkers({ log });
  const photos = createPhotosService({ db, store, workers, publicUrl });
  const photoUrl = photos.url;
  const twinFinder = createTwinFinder({ url: databaseUrl, log });
  const og = createOgService({ folder: join(config.dataDir, "og"), log, photos, siteName: name });
  const cleaner = createPhotoCleaner({ db, store });
  const fetcher = createPublicFetcher({
    allowedHosts: config.importAllowedHosts,
    userAgent: `${name} (+${publicUrl})`,
  });

  // Jobs queue further jobs.
  const addJob: AddJob = (...job) => jobs.addJob(...job);
  const site = { name, publicUrl };
  const settings = createLiveSettings({ db, config, log });
  const currentSettings = () => settings.current();
  const catalogue = createCatalogue(db);
  const carReader = createCarReader(db);
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
      price_model_changed: () => priceModel.refresh(),
      settings_changed: () => settings.refresh(),
      tariff_changed: () => {
        tariffs.refresh();
        search.tariffsChanged();
      },
    },
  });
  const priceModel = createCurrentModel(db);
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
    step: deps.step ?? (async () => {}),
    mailer,
    photos,
    fileStore: store,
    fetcher,
    stockVersions: new FeedVersions(() => now().getTime()),
    twinFinder,
    carReader,
    catalogue,
    coupons,
    provider: createProvider({ access: deps.provider ?? null, log }),
    paymentRuns: createPaymentRuns(),
    priceModel,
    search,
    publicCars,
    tariffs,
  };
  const prices: Prices = createPrices(ctx, databaseUrl);
  const reviews: ReviewJobs = createReviewJobs(ctx);
  const billing = createBilling(ctx, {
    access: deps.provider ?? null,
    sandbox: config.payments.mode === "sandbox",
  });

  const invoices = createInvoices(ctx, { isTest: isTestMode(config.payments) });
  const alerts: Alerts = createAlerts(ctx, {
    askForProof: (trx, userIds) => askForProof(trx, addJob, userIds),
    onReportsEnded: (userId) => switchStockReportMails(db, userId, false),
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
    passwordChangeTasks(ctx),
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
  const mailTaskNames = [
    ...Object.keys(mailJobs),
    paymentMailTask,
    sendAlertTask,
    operatorMailTask,
    mailInvoiceTask,
    stockFeedMailTask,
  ];
  const admin = createAdmin({
    ctx,
    config,
    cleaner,
    searchState: () => ({ loaded: search.isReady, listening: search.isListening, cars: search.stats.cars }),
    providerState: () => billing.checked(),
    mailTasks: mailTaskNames,
    invoices,
  });

  const operator = createOperator(ctx, { isTest: admin.isTest, health: () => loadHealth(admin.health) });

  const stockImports = importJobs(ctx);
  const stockFeeds = followFeeds(ctx);
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
    sweepMails(db, config.mail, mailTaskNames),
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
  const stopJobs = async (): Promise<void> => {
    // First: a job that waits for a look-up would keep the others waiting.
    await twinFinder.stop();
    await jobs.stop();
  };

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
    search,
    publicCars,
    alerts,
    prices,
    confirmations,
    stockFeeds,
    feeds: createFeedReader(ctx),
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
    stopJobs,
    stop: async () => {
      await Promise.all([
        billing.stop(),
        alerts.stop(),
        prices.stop(),
        reviews.stop(),
        statistics.recorder.stop(),
      ]);
      await search.stop();
      await stopJobs();
      await Promise.all([workers.close(), og.stop(), replica?.stop()]);
      mailer.close();
    },
  };
}
