import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { canMovePayment, type PaymentEvent, type PaymentStory } from "#domain/payments/payment-states.ts";
import { defaultFees, type Extras, type FeeParts, feePartsInCents } from "#domain/payments/fees.ts";
import type { PaymentsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Whether what it bought is suspended at this moment, because of a dispute. */
export function isDisputed(payment: Pick<PaymentRow, "suspended_at" | "ended_at">): boolean {
  return payment.suspended_at !== null && payment.ended_at === null;
}

/** A payment as the ledger has it. */
export type PaymentRow = Selectable<PaymentsTable>;

type Handle = Kysely<DB> | Transaction<DB>;

export interface NewPayment {
  readonly userId: string;
  readonly kind: PaymentKind;
  /** USD cents, as the server computed them. */
  readonly amount: number;
  readonly extras: Extras;
  /** What the amount is made of; not for subscriptions. */
  readonly parts?: FeeParts;
  /** For a new car: whether its listing is bought at its fee, which may be 0; else it is free, or the dealer's. */
  readonly listingAtFee?: boolean | null;
  /** For extras: the car on sale. */
  readonly carId?: string;
  /** For extras of several cars on sale, in place of `carId`. */
  readonly cars?: readonly { readonly id: string; readonly name: string }[];
  readonly carData?: unknown;
  readonly dealerData?: unknown;
  /** In order: not swept until the payment is settled. */
  readonly photoIds?: readonly string[];
  /** A coupon pays all of it: no money comes. */
  readonly forNothing?: true;
  /** Entered by an admin: the amount is in this currency. */
  readonly byHand?: {
    readonly currency: string;
    readonly method: "bank" | "cash";
    readonly document: string;
    /** Of a dealer. */
    readonly months: number | null;
    readonly enteredBy: string;
  };
}

/** Writes an open payment and what it is for; returns its id. */
export async function openPayment(trx: Transaction<DB>, payment: NewPayment): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto("payments")
    .values({
      id,
      user_id: payment.userId,
      kind: payment.kind,
      amount_cents: payment.amount,
      sponsorship_days: payment.extras.sponsorshipDays,
      social_promotion: payment.extras.socialPromotion,
      listing_cents: payment.parts?.listing ?? null,
      sponsorship_cents: payment.parts?.sponsorship ?? null,
      social_promotion_cents: payment.parts?.socialPromotion ?? null,
      listing_at_fee: payment.listingAtFee ?? null,
      car_id: payment.carId ?? null,
      car_data: payment.carData === undefined ? null : JSON.stringify(payment.carData),
      dealer_data: payment.dealerData === undefined ? null : JSON.stringify(payment.dealerData),
      ...(payment.forNothing === true ? { method: "none" as const } : {}),
      ...(payment.byHand === undefined
        ? {}
        : {
            currency: payment.byHand.currency,
            method: payment.byHand.method,
            document: payment.byHand.document,
            months: payment.byHand.months,
            entered_by: payment.byHand.enteredBy,
          }),
    })
    .execute();
  const { photoIds = [] } = payment;
  if (photoIds.length > 0) {
    await trx
      .insertInto("payment_photos")
      .values(photoIds.map((photoId, position) => ({ payment_id: id, photo_id: photoId, position })))
      .execute();
  }
  if (payment.cars !== undefined) {
    const cars = payment.cars.map((car, position) => ({
      payment_id: id,
      position,
      car_id: car.id,
      name: car.name,
    }));
    await trx.insertInto("payment_cars").values(cars).execute();
  }
  await writeEvent(trx, id, { name: "created", detail: { kind: payment.kind, amount: payment.amount } });
  return id;
}

/** What a payment for a car bought, at the fees of its day. Rows from before fees were stored have the specification's. */
export function boughtParts(payment: PaymentRow): FeeParts {
  const {
    listing_cents: listing,
    sponsorship_cents: sponsorship,
    social_promotion_cents: socialPromotion,
    sponsorship_days: sponsorshipDays,
  } = payment;
  if (listing !== null && sponsorship !== null && socialPromotion !== null)
    return { listing, sponsorship, socialPromotion };
  const extras = { sponsorshipDays, socialPromotion: payment.social_promotion };
  return feePartsInCents(payment.amount_cents, extras, defaultFees);
}

/** Adds to a payment's story. Throws where that has happened to it before. */
async function writeEvent(db: Handle, paymentId: string, event: StoryEvent): Promise<void> {
  await db
    .insertInto("payment_events")
    .values({ payment_id: paymentId, event: event.name, detail: JSON.stringify(event.detail) })
    .execute();
}

type PaymentChange = UpdateObject<DB, "payments">;

/** An entry in a payment's story. */
interface StoryEvent {
  readonly name: PaymentStory;
  readonly detail: Record<string, unknown>;
}

/** Writes columns of a payment and, with `event`, an entry in its story. Its status moves by `movePayment` alone. */
export async function patchPayment(db: Kysely<DB>, id: string, change: PaymentChange): Promise<void>;
export async function patchPayment(
  trx: Transaction<DB>,
  id: string,
  change: PaymentChange,
  event: StoryEvent,
): Promise<void>;
export async function patchPayment(
  db: Handle,
  id: string,
  change: PaymentChange,
  event?: StoryEvent,
): Promise<void> {
  await db.updateTable("payments").set(change).where("id", "=", id).execute();
  if (event !== undefined) await writeEvent(db, id, event);
}

export async function findPayment(
  db: Handle,
  by: { id: string } | { sessionId: string } | { intent: string } | { invoiceId: string },
): Promise<PaymentRow | null> {
  const query = db.selectFrom("payments").selectAll();
  const found =
    "id" in by
      ? query.where("id", "=", by.id)
      : "sessionId" in by
        ? query.where("stripe_session_id", "=", by.sessionId)
        : "intent" in by
          ? query.where("stripe_payment_intent", "=", by.intent)
          : query.where("stripe_invoice_id", "=", by.invoiceId);
  return (await found.executeTakeFirst()) ?? null;
}

/** The payment's row, locked until the transaction ends, so that a change is decided on its current state. */
export async function lockPayment(trx: Transaction<DB>, id: string): Promise<PaymentRow> {
  return trx.selectFrom("payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** The same for an id that may be none. */
export async function findPaymentToLock(trx: Transaction<DB>, id: string): Promise<PaymentRow | null> {
  const row = await trx
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

const timeColumn = {
  paid: "paid_at",
  fulfilled: "fulfilled_at",
  failed: "failed_at",
  expired: "expired_at",
  refunded: "refunded_at",
} as const satisfies Record<PaymentEvent, keyof PaymentsTable>;

/** Whether a payment of this account that is not settled is for a car with this number (index payments_user). */
export async function isVinInCheckout(db: Kysely<DB>, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<object>`
    select 1 from payments
    where user_id = ${userId} and kind = 'car' and split_part(car_data->>'vin', '~', 2) = ${hash.toString("base64url")}
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Moves a locked payment on, with its time and an entry in its story; false where the table of states does not let it.
 * What is settled lets go of the car's or dealer's data and of the photos.
 */
export async function movePayment(
  trx: Transaction<DB>,
  payment: PaymentRow,
  event: PaymentEvent,
  detail: Record<string, unknown> = {},
): Promise<boolean> {
  if (!canMovePayment(payment.status, event)) return false;
  const isOver = event === "fulfilled" || event === "expired" || event === "refunded";
  const change = {
    status: event,
    [timeColumn[event]]: sql<Date>`now()`,
    ...(isOver ? { car_data: null, dealer_data: null } : {}),
  };
  await patchPayment(trx, payment.id, change, { name: event, detail });
  if (isOver) await trx.deleteFrom("payment_photos").where("payment_id", "=", payment.id).execute();
  return true;
}

/** `provider_account` of what no account knows that we have had a key for. */
export const unknownAccount = "unknown";

/** A payment's photos, in the order of the car's images. */
export async function paymentPhotoIds(trx: Transaction<DB>, paymentId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("payment_photos")
    .select("photo_id")
    .where("payment_id", "=", paymentId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Stripe's id in a column of a payment that has none there yet. */
export async function writeMissing(
  db: Handle,
  id: string,
  column: "stripe_session_id" | "stripe_payment_intent",
  value: string,
): Promise<void> {
  await patchPayment(db, id, { [column]: sql<string>`coalesce(${sql.ref(column)}, ${value})` });
}

/** A further month of a subscription. */
export interface Renewal {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly intent: string | null;
  readonly account: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Writes a renewal's payment, once an invoice; not for an account that is gone. The conflict names no index: processes
 * that write one invoice at once may also meet at the payment intent's.
 */
export async function insertRenewal(trx: Transaction<DB>, renewal: Renewal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, user_id, kind, amount_cents, currency, stripe_invoice_id, stripe_payment_intent,
      stripe_subscription_id, provider_account)
    select ${uuidv7()}::uuid, id, 'renewal', ${renewal.amount}::int, ${renewal.currency}, ${renewal.invoiceId},
      ${renewal.intent}, ${renewal.subscriptionId}, ${renewal.account}
    from users where id = ${renewal.userId}
    on conflict do nothing returning id`.execute(trx);
  for (const { id } of rows)
    await writeEvent(trx, id, { name: "created", detail: { kind: "renewal", amount: renewal.amount } });
}
