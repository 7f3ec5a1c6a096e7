import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { CouponTarget } from "#domain/payments/coupons.ts";
import type { RefundRequestState } from "#domain/payments/money-back.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { PaymentMethod } from "#domain/payments/payment-methods.ts";
import type { PaymentState, PaymentStory } from "#domain/payments/payment-states.ts";
import type { DefaultTimestamp, Json, NullableTimestamp, Timestamp } from "./column-types.ts";

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
  /** The fee that an admin set from then on; both or neither. */
  next_amount_cents: number | null;
  next_amount_at: NullableTimestamp;
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
  /** Refunded cents: refunds and lost disputes. */
  refunded_cents: Generated<number>;
  ended_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  suspended_seconds: Generated<number>;
  /** The parts of the amount, before any discount; null: by the specification's fees. */
  listing_cents: number | null;
  sponsorship_cents: number | null;
  social_promotion_cents: number | null;
  /** The listing was bought at its fee, which may have been 0; null: if it cost something. */
  listing_at_fee: boolean | null;
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
  /** The provider's id of the refund or the lost dispute. */
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
  /** For a credit note: the refund. */
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

/** Payments without an invoice or a credit note. */
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

/** Subscriptions, payments and what belongs to them. */
export interface BillingTables {
  subscriptions: SubscriptionsTable;
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
}
