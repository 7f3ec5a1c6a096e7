import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { CarFields } from "#contract/cars.ts";
import type { AuditAction, AuditTarget } from "#domain/admin/audit.ts";
import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import type { ConfirmationAnswer, QuestionReason } from "#domain/cars/confirmation.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
import type { CarType, Condition, Fuel, Origin, Transmission } from "#domain/cars/car-lists.ts";
import type { OpeningHours } from "#domain/dealers/opening-hours.ts";
import type { FeedOutcome, FeedReason } from "#domain/dealers/stock-feeds.ts";
import type { VerificationState } from "#domain/dealers/verification-states.ts";
import type { PriceFitOutcome } from "#domain/prices/fit-outcomes.ts";
import type { PriceBand } from "#domain/prices/price-bands.ts";
import type { CouponTarget } from "#domain/payments/coupons.ts";
import type { RefundRequestState } from "#domain/payments/desk-refunds.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type {
  AskedFormat,
  ChangeKind,
  ImportFormat,
  ImportSource,
  ImportStatus,
  RowOutcome,
} from "#domain/stock/import-states.ts";
import type { PaymentMethod } from "#domain/payments/payment-methods.ts";
import type { ReportReason, ReportState } from "#domain/reports/report-reasons.ts";
import type { TariffStatus } from "#domain/tariffs/tariff.ts";
import type { Tariff } from "#contract/tariffs.ts";
import type { PaymentState, PaymentStory } from "#domain/payments/payment-states.ts";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";

/** The tables as the migrations leave them. Timestamps are read as Date; time is the database's unless a column says so. */

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;
type RequiredJson<T> = ColumnType<T, string, string>;

export interface UsersTable {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  is_dealer_by_hand: Generated<boolean>;
  dealer_until: NullableTimestamp;
  stripe_customer_id: string | null;
  email_verified_at: NullableTimestamp;
  admin_by_config_at: NullableTimestamp;
  stripe_customer_account: string | null;
  verification_sent_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  suspended_reason: string | null;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  search_text: GeneratedAlways<string>;
  name_key: GeneratedAlways<string>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  cookie_hash: Buffer;
  created_at: DefaultTimestamp;
  last_used_at: DefaultTimestamp;
  browser: string | null;
  system: string | null;
}

export interface TotpTable {
  user_id: string;
  /** Sealed: see server/accounts/totp-secret.ts. */
  secret: Buffer;
  created_at: DefaultTimestamp;
  confirmed_at: NullableTimestamp;
  /** bigint, read as a number: far below 2^53 for good. */
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  used_at: NullableTimestamp;
}

export interface BearerTokensTable {
  hash: Buffer;
  session_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  replaces: Buffer | null;
  first_used_at: NullableTimestamp;
}

export interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

export interface EmailVerificationsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

export interface KnownDevicesTable {
  hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  last_used_at: DefaultTimestamp;
}

export interface BrandsTable {
  name: string;
  folded: string;
}

export interface CarModelsTable {
  id: string;
  brand: string;
  name: string;
  folded: string;
  approved: boolean;
  suggested_by: string | null;
  created_at: DefaultTimestamp;
  refused_at: NullableTimestamp;
}

export interface DealersTable {
  user_id: string;
  business_name: string;
  business_address: string;
  town: string | null;
  tax_number: string | null;
  website: string | null;
  business_type: Generated<string>;
  created_at: DefaultTimestamp;
  verified_at: NullableTimestamp;
  search_text: GeneratedAlways<string>;
}

export interface DealerVerificationsTable {
  id: string;
  user_id: string;
  tax_number: string | null;
  document: Buffer | null;
  state: Generated<VerificationState>;
  asked_at: DefaultTimestamp;
  decided_at: NullableTimestamp;
  decided_by: string | null;
  reason: string | null;
}

export interface DealerPagesTable {
  user_id: string;
  address: string | null;
  phone: string | null;
  hours: Json<OpeningHours>;
}

export interface OutwardFeedsTable {
  user_id: string;
  since: DefaultTimestamp;
}

export interface StockFeedsTable {
  user_id: string;
  url: string;
  every_hours: number;
  archive_missing: boolean;
  due_at: DefaultTimestamp;
  created_at: DefaultTimestamp;
}

export interface StockFeedRunsTable {
  id: string;
  user_id: string;
  started_at: DefaultTimestamp;
  ended_at: NullableTimestamp;
  outcome: FeedOutcome | null;
  reason: FeedReason | null;
  import_id: string | null;
}

export interface SubscriptionsTable {
  id: string;
  user_id: string;
  stripe_subscription_id: string;
  status: string;
  cancel_at_period_end: Generated<boolean>;
  amount_cents: number;
  currency: Generated<string>;
  current_period_start: NullableTimestamp;
  current_period_end: NullableTimestamp;
  created_at: DefaultTimestamp;
  synced_at: DefaultTimestamp;
  ended_at: NullableTimestamp;
  canceled_at: NullableTimestamp;
  /** May be 'infinity': compared in SQL, never read. */
  dealer_until: DefaultTimestamp;
  version: Generated<number>;
  provider_account: string | null;
  next_payment_attempt: NullableTimestamp;
  collection_paused: Generated<boolean>;
  /** What an admin has it charged from then on; both or neither. */
  next_amount_cents: number | null;
  next_amount_at: NullableTimestamp;
}

export interface CarsTable {
  id: string;
  /** bigint, read as a number: far below 2^53 for good. */
  number: GeneratedAlways<number>;
  owner_id: string;
  state: Generated<CarState>;
  archived_from: "active" | "sold" | null;
  sold_at: NullableTimestamp;
  archived_at: NullableTimestamp;
  brand: string;
  model: string;
  year: number;
  type: CarType;
  /** Whole EUR. */
  price: number;
  /** Kilometres. */
  mileage: number;
  fuel: Fuel;
  origin: Origin | null;
  transmission: Transmission;
  condition: Condition | null;
  location: string;
  description: string;
  seller_name: string;
  seller_phone: string;
  customs_paid: boolean | null;
  registered_until: string | null;
  /** cm³. */
  engine_size: number | null;
  /** kW. */
  power: number | null;
  color: string | null;
  negotiable: boolean | null;
  equipment: Generated<Equipment[]>;
  sponsorship_days: Generated<number>;
  sponsored_until: NullableTimestamp;
  social_promotion: Generated<boolean>;
  published_as_dealer: Generated<boolean>;
  hidden_at: NullableTimestamp;
  disputed_at: NullableTimestamp;
  fee_refunded_at: NullableTimestamp;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
  confirmed_at: DefaultTimestamp;
  listed_at: DefaultTimestamp;
  listed_again_at: NullableTimestamp;
  search_text: GeneratedAlways<string>;
  price_band: PriceBand | null;
  price_band_at: NullableTimestamp;
  /** The band is not to be shown until it has been looked at; null: it has been. */
  price_band_due: Generated<Date | null>;
  /** Null until its text has been read for it. */
  damaged: boolean | null;
  /** bigint, read as a number; the database sets it. */
  row_version: Generated<number>;
  reference: string | null;
  archived_by_import: Generated<boolean>;
}

/** The view of the cars that the public may see at this moment (0003_cars.sql). */
export interface PublicCarsView {
  id: string;
  /** False: sold; it may be opened, not found. */
  on_sale: boolean;
  /** When that ends by itself; 'infinity' where it does not. */
  until: Date;
}

export interface FreeCarsTable {
  user_id: string;
  car_id: string;
  created_at: DefaultTimestamp;
}

/** `day` is YYYY-MM-DD. */
export interface StatEventsTable {
  id: GeneratedAlways<number>;
  day: ColumnType<string, string, string>;
  kind: StatKind;
  visitor: Buffer;
  cars: string[];
}

/** `day` is YYYY-MM-DD. */
export interface StatDaysTable {
  car_id: string;
  day: ColumnType<string, string, string>;
  kind: StatKind;
  count: number;
}

/** One row. */
export interface StatCountedTable {
  is_only: Generated<boolean>;
  up_to: number;
}

/** `day` is YYYY-MM-DD. */
export interface StatUncountedView {
  car_id: string;
  day: ColumnType<string, string, string>;
  kind: StatKind;
  count: number;
}

/** `month` is its first day, YYYY-MM-DD. */
export interface ReportMailsTable {
  user_id: string;
  month: ColumnType<string | null, string | null, string | null>;
  stopped_at: NullableTimestamp;
}

/** `day` is YYYY-MM-DD. */
export interface VisitorSaltsTable {
  day: ColumnType<string, string, string>;
  salt: Buffer;
}

/** Prices in EUR; `day` is YYYY-MM-DD. */
export interface PriceCutsTable {
  car_id: string;
  at: DefaultTimestamp;
  from_price: number;
  to_price: number;
}

export interface CarPricesTable {
  car_id: string;
  day: ColumnType<string, string, string>;
  price: number;
  lowest: number;
}

export interface ConfirmationMailsTable {
  id: string;
  user_id: string;
  day: ColumnType<string, string, string>;
  created_at: DefaultTimestamp;
}

export interface ConfirmationQuestionsTable {
  id: string;
  car_id: string;
  since: Timestamp;
  place: number;
  reason: QuestionReason;
  asked_at: DefaultTimestamp;
  mail_id: string | null;
  answer: ConfirmationAnswer | null;
  answered_at: NullableTimestamp;
}

export interface ConfirmationLinksTable {
  token_hash: Buffer;
  question_id: string;
  expires_at: Timestamp;
}

export interface AvailabilityQuestionsTable {
  car_id: string;
  visitor: Buffer;
  asked_at: DefaultTimestamp;
}

export interface IdempotencyKeysTable {
  user_id: string;
  operation: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json<unknown>;
  created_at: DefaultTimestamp;
}

export interface PhotosTable {
  id: string;
  owner_id: string | null;
  width: number;
  height: number;
  thumbhash: string;
  created_at: DefaultTimestamp;
}

export interface CarPhotosTable {
  car_id: string;
  photo_id: string;
  position: number;
}

export interface PaymentsTable {
  id: string;
  user_id: string | null;
  kind: PaymentKind;
  stripe_session_id: string | null;
  amount_cents: number;
  currency: Generated<string>;
  status: Generated<PaymentState>;
  sponsorship_days: Generated<number>;
  social_promotion: Generated<boolean>;
  car_data: Json<unknown>;
  car_id: string | null;
  created_at: DefaultTimestamp;
  paid_at: NullableTimestamp;
  fulfilled_at: NullableTimestamp;
  failed_at: NullableTimestamp;
  expired_at: NullableTimestamp;
  refunded_at: NullableTimestamp;
  refund_reason: string | null;
  checkout_url: string | null;
  session_attempt: Generated<number>;
  stripe_payment_intent: string | null;
  stripe_invoice_id: string | null;
  stripe_subscription_id: string | null;
  dealer_data: Json<unknown>;
  checked_at: NullableTimestamp;
  provider_account: string | null;
  /** Cents that went back: refunds and lost disputes. */
  refunded_cents: Generated<number>;
  ended_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  suspended_seconds: Generated<number>;
  /** What the amount was made of, before any discount; null: by the specification's fees. */
  listing_cents: number | null;
  sponsorship_cents: number | null;
  social_promotion_cents: number | null;
  method: Generated<PaymentMethod>;
  document: string | null;
  entered_by: string | null;
  months: number | null;
}

export interface RefundRequestsTable {
  id: string;
  payment_id: string;
  amount_cents: number;
  reason: string;
  keeps_goods: boolean;
  admin_id: string | null;
  state: Generated<RefundRequestState>;
  /** In payment_refunds. */
  refund_id: string | null;
  created_at: DefaultTimestamp;
  settled_at: NullableTimestamp;
}

export interface DealerMonthsTable {
  payment_id: string;
  user_id: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  ended_at: NullableTimestamp;
}

export interface CouponsTable {
  id: string;
  code: string;
  percent: number | null;
  amount_cents: number | null;
  target: CouponTarget;
  audience: "everybody" | "account";
  user_id: string | null;
  valid_until: NullableTimestamp;
  max_uses: number | null;
  uses: Generated<number>;
  note: Generated<string>;
  disabled_at: NullableTimestamp;
  created_by: string | null;
  created_at: DefaultTimestamp;
}

export interface CouponUsesTable {
  payment_id: string;
  coupon_id: string;
  user_id: string | null;
  discount_cents: number;
  used_at: DefaultTimestamp;
  returned_at: NullableTimestamp;
}

export interface PaymentRefundsTable {
  /** The provider's: of the refund, or of the lost dispute. */
  id: string;
  payment_id: string;
  kind: "refund" | "dispute";
  amount_cents: number;
  at: DefaultTimestamp;
}

/** The last number of a series of invoices. */
export interface InvoiceSeriesTable {
  series: string;
  last: Generated<number>;
}

/** Invoices and credit notes as they were issued; all amounts are cents of `currency`. */
export interface InvoicesTable {
  id: string;
  series: string;
  position: number;
  number: string;
  is_test: boolean;
  payment_id: string;
  /** Of a credit note: what went back. */
  refund_id: string | null;
  kind: PaymentKind;
  currency: string;
  gross_cents: number;
  net_cents: number;
  vat_cents: number;
  /** A day in Kosovo, "2026-11-23". */
  day: ColumnType<string, string, string>;
  issued_at: DefaultTimestamp;
  facts: ColumnType<unknown, string, never>;
  buyer: Json<unknown>;
  search_text: GeneratedAlways<string>;
}

/** Payments that lack an invoice or a credit note. */
export interface InvoicesDueTable {
  payment_id: string;
  since: DefaultTimestamp;
  buyer: Json<unknown>;
}

export interface PaymentDisputesTable {
  id: string;
  payment_id: string;
  amount_cents: number;
  reason: string;
  /** The provider's word for it. */
  status: string;
  is_open: boolean;
  created_at: DefaultTimestamp;
  changed_at: DefaultTimestamp;
}

export interface PaymentEventsTable {
  id: GeneratedAlways<number>;
  payment_id: string;
  event: PaymentStory;
  at: DefaultTimestamp;
  detail: ColumnType<unknown, string | undefined, never>;
}

export interface PaymentPhotosTable {
  payment_id: string;
  photo_id: string;
  position: number;
}

export interface PaymentCarsTable {
  payment_id: string;
  position: number;
  car_id: string | null;
  name: string;
  suspended_seconds: Generated<number>;
}

export interface SocialPostsTable {
  id: string;
  car_id: string;
  payment_id: string | null;
  due_at: Timestamp;
  created_at: DefaultTimestamp;
  posted_at: NullableTimestamp;
  posted_by: string | null;
}

export interface PaymentMailsTable {
  key: string;
  created_at: DefaultTimestamp;
}

export interface ProviderEventsTable {
  id: string;
  type: string;
  created_at: Timestamp;
  received_at: DefaultTimestamp;
}

export interface ProviderPollTable {
  one: Generated<boolean>;
  asked_at: DefaultTimestamp;
  seen_until: DefaultTimestamp;
  account: string | null;
  confirmed_secret: string | null;
  refunds_asked_at: DefaultTimestamp;
}

export interface ReportsTable {
  id: string;
  car_id: string | null;
  car_name: string;
  reason: ReportReason;
  text: string | null;
  email: string | null;
  wants_answer: boolean;
  told_at: NullableTimestamp;
  reporter_id: string | null;
  seller_id: string | null;
  state: Generated<ReportState>;
  created_at: DefaultTimestamp;
  decided_at: NullableTimestamp;
  decided_by: string | null;
}

export interface AuditLogTable {
  id: GeneratedAlways<number>;
  at: DefaultTimestamp;
  actor_id: string;
  actor_email: string;
  action: AuditAction;
  target_kind: AuditTarget;
  target_id: string;
  target_label: string;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
}

export interface SavedSearchesTable {
  id: string;
  user_id: string;
  query: string;
  name: string;
  frequency: AlertFrequency;
  news_since: DefaultTimestamp;
  created_at: DefaultTimestamp;
}

export interface FavouriteListsTable {
  user_id: string;
  since: DefaultTimestamp;
}

export interface FavouritesTable {
  user_id: string;
  car_id: string;
  place: number;
  price: number;
  created_at: DefaultTimestamp;
}

export interface FollowedCarsTable {
  user_id: string;
  car_id: string;
  first_price: number;
  told_price: number;
  created_at: DefaultTimestamp;
}

/** What the search knew of a car before it changed; times in ms since 1970. */
export interface CarBefore {
  number: number;
  brand: string;
  model: string;
  year: number;
  type: string;
  price: number;
  mileage: number;
  fuel: string;
  origin: string | null;
  transmission: string;
  condition: string | null;
  location: string;
  customsPaid: boolean | null;
  color: string | null;
  description: string;
  /** There only where nothing else has changed. */
  priceBand?: string | null;
  /** These are there only where one of them has changed (note_car_facts_event). */
  registeredEnd?: number | null;
  power?: number | null;
  engineSize?: number | null;
  equipment?: readonly Equipment[];
  sponsoredUntil: number | null;
}

export interface PriceModelTable {
  id: Generated<boolean>;
  model: Json<unknown>;
  figures: Json<unknown>;
  fitted_at: NullableTimestamp;
  tried_at: Timestamp;
  outcome: PriceFitOutcome;
  tried_figures: Json<unknown>;
}

export interface SettingsVersionsTable {
  version: number;
  settings: ColumnType<unknown, string, never>;
  changed_at: DefaultTimestamp;
  changed_by: string | null;
  reason: string | null;
}

export interface AlarmsTable {
  kind: string;
  since: DefaultTimestamp;
  told_at: NullableTimestamp;
  ended_at: NullableTimestamp;
}

export interface WeeklyReportsTable {
  week: ColumnType<string, string, string>;
  made_at: DefaultTimestamp;
}

export interface CarEventsTable {
  id: GeneratedAlways<number>;
  car_id: string;
  at: DefaultTimestamp;
  before: Json<CarBefore>;
}

export interface AlertMailsTable {
  id: string;
  user_id: string;
  saved_search_id: string | null;
  car_id: string | null;
  from_price: number | null;
  to_price: number | null;
  created_at: DefaultTimestamp;
  done_at: NullableTimestamp;
  sent: Generated<boolean>;
}

export interface AlertMatchesTable {
  saved_search_id: string;
  car_id: string;
  found_at: Timestamp;
  mail_id: string | null;
}

/** Days as 2026-11-23, both included. */
export interface TariffsTable {
  id: string;
  valid_from: ColumnType<string, string, string>;
  valid_to: ColumnType<string | null, string | null, string | null>;
  status: Generated<TariffStatus>;
  max_age_years: number;
  source_title: string;
  source_url: string;
  checked_on: ColumnType<string, string, string>;
  lines: ColumnType<Tariff["lines"], string, string>;
  version: Generated<number>;
  created_at: DefaultTimestamp;
}

export interface SiteKeysTable {
  name: string;
  key: Buffer;
}

export interface StockConfirmationsTable {
  car_id: string;
  confirmed_at: Timestamp;
}

export interface PhotoSourcesTable {
  photo_id: string;
  hash: Buffer;
}

export interface StockImportsTable {
  id: string;
  user_id: string;
  status: Generated<ImportStatus>;
  source: ImportSource;
  asked_format: AskedFormat;
  format: ImportFormat | null;
  is_zip: boolean;
  columns: Json<string[]>;
  row_count: Generated<number>;
  create_count: Generated<number>;
  update_count: Generated<number>;
  unchanged_count: Generated<number>;
  missing_count: Generated<number>;
  faulty_count: Generated<number>;
  fault_count: Generated<number>;
  done: Generated<number>;
  total: Generated<number>;
  stock_state: string | null;
  archive_missing: Generated<boolean>;
  many_missing_confirmed: Generated<boolean>;
  created_at: DefaultTimestamp;
  checked_at: NullableTimestamp;
  applied_at: NullableTimestamp;
  reverted_at: NullableTimestamp;
  revert_asked_at: NullableTimestamp;
}

/** A photo that is there, or a picture of the file that is to be made into one. */
export type PlannedPhoto = { readonly id: string } | { readonly name: string; readonly hash: string };

/** What a row of a stock file writes. */
export interface RowPlan {
  readonly fields: Omit<CarFields, "images">;
  /** In order; null where the car keeps those that it has. */
  readonly photos: readonly PlannedPhoto[] | null;
  /** An import took the car off the site, this one brings it back. */
  readonly restore: boolean;
  readonly changes: readonly { readonly column: string; readonly before: string; readonly after: string }[];
}

/** A car before an import changed it. */
export interface ImportedBefore {
  readonly fields: Omit<CarFields, "images">;
  readonly photoIds: readonly string[];
}

export interface StockImportRowsTable {
  import_id: string;
  row: number;
  reference: string | null;
  cells: RequiredJson<Readonly<Record<string, string>>>;
  outcome: RowOutcome;
  car_id: string | null;
  title: string;
  plan: Json<RowPlan>;
}

export interface StockImportFaultsTable {
  import_id: string;
  row: number;
  position: number;
  column_name: string;
  value: string;
  code: string;
  message: string;
}

export interface StockImportPicturesTable {
  import_id: string;
  name: string;
  hash: Buffer | null;
  fault: string | null;
}

export interface StockImportChangesTable {
  import_id: string;
  car_id: string;
  kind: ChangeKind;
  before: Json<ImportedBefore>;
  version: number;
}

export interface StockImportPhotosTable {
  import_id: string;
  photo_id: string;
}

export interface StockCodesTable {
  format: ImportFormat;
  column_name: string;
  code: string;
  value: string;
}

export interface DB {
  stock_confirmations: StockConfirmationsTable;
  photo_sources: PhotoSourcesTable;
  stock_imports: StockImportsTable;
  stock_import_rows: StockImportRowsTable;
  stock_import_faults: StockImportFaultsTable;
  stock_import_pictures: StockImportPicturesTable;
  stock_import_changes: StockImportChangesTable;
  stock_import_photos: StockImportPhotosTable;
  stock_codes: StockCodesTable;
  users: UsersTable;
  sessions: SessionsTable;
  bearer_tokens: BearerTokensTable;
  password_resets: PasswordResetsTable;
  email_verifications: EmailVerificationsTable;
  known_devices: KnownDevicesTable;
  brands: BrandsTable;
  car_models: CarModelsTable;
  dealers: DealersTable;
  dealer_verifications: DealerVerificationsTable;
  dealer_pages: DealerPagesTable;
  outward_feeds: OutwardFeedsTable;
  stock_feeds: StockFeedsTable;
  stock_feed_runs: StockFeedRunsTable;
  subscriptions: SubscriptionsTable;
  cars: CarsTable;
  public_cars: PublicCarsView;
  free_cars: FreeCarsTable;
  stat_events: StatEventsTable;
  stat_days: StatDaysTable;
  stat_counted: StatCountedTable;
  stat_uncounted: StatUncountedView;
  visitor_salts: VisitorSaltsTable;
  report_mails: ReportMailsTable;
  car_prices: CarPricesTable;
  price_cuts: PriceCutsTable;
  confirmation_mails: ConfirmationMailsTable;
  confirmation_questions: ConfirmationQuestionsTable;
  confirmation_links: ConfirmationLinksTable;
  availability_questions: AvailabilityQuestionsTable;
  idempotency_keys: IdempotencyKeysTable;
  photos: PhotosTable;
  car_photos: CarPhotosTable;
  payments: PaymentsTable;
  payment_events: PaymentEventsTable;
  payment_photos: PaymentPhotosTable;
  payment_cars: PaymentCarsTable;
  payment_refunds: PaymentRefundsTable;
  payment_disputes: PaymentDisputesTable;
  refund_requests: RefundRequestsTable;
  dealer_months: DealerMonthsTable;
  coupons: CouponsTable;
  coupon_uses: CouponUsesTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  invoices_due: InvoicesDueTable;
  social_posts: SocialPostsTable;
  payment_mails: PaymentMailsTable;
  provider_events: ProviderEventsTable;
  provider_poll: ProviderPollTable;
  reports: ReportsTable;
  audit_log: AuditLogTable;
  saved_searches: SavedSearchesTable;
  favourite_lists: FavouriteListsTable;
  favourites: FavouritesTable;
  followed_cars: FollowedCarsTable;
  car_events: CarEventsTable;
  alert_mails: AlertMailsTable;
  alert_matches: AlertMatchesTable;
  price_model: PriceModelTable;
  settings_versions: SettingsVersionsTable;
  alarms: AlarmsTable;
  weekly_reports: WeeklyReportsTable;
  tariffs: TariffsTable;
  site_keys: SiteKeysTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodesTable;
}
