import type { Kysely, Transaction } from "kysely";
import type { Extras, FeeParts } from "#domain/payments/fees.ts";
import type { DB } from "#server/db/tables.ts";

/** A coupon that may be used, and what it takes off; USD cents. */
export interface Quote {
  readonly couponId: string;
  readonly discount: number;
}

/** What publishing needs of coupons; billing has them (billing/coupons.ts). */
export interface CarCoupons {
  quote(
    db: Kysely<DB>,
    order: { code: string; userId: string; target: "cars"; cents: number },
  ): Promise<Quote>;
  payCar(
    trx: Transaction<DB>,
    quote: Quote,
    car: { userId: string; carId: string; extras: Extras; parts: FeeParts },
  ): Promise<void>;
}
