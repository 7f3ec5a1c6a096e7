import type { SignalEvidence, SignalKind } from "#domain/admin/review-signals.ts";
import type { Context } from "#server/context.ts";

/** A car on sale whose signals are looked at. Price EUR, mileage km. */
export interface ReviewSubject {
  readonly id: string;
  readonly ownerId: string;
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  readonly price: number;
  readonly mileage: number;
  readonly description: string;
  /** What the owner says of a lower reading, beside the mileage history. */
  readonly mileageNote: string | null;
  /** E.164. */
  readonly sellerPhone: string;
  readonly createdAt: Date;
  readonly accountCreatedAt: Date;
  readonly seller: "private" | "dealer" | "verified";
}

export type SignalContext = Pick<Context, "db" | "log" | "now" | "priceModel" | "secretBox">;

/**
 * One kind of signal: all that it finds about a car. Of several pieces of evidence the heaviest that no admin has dismissed
 * counts. It only reads; how heavy it is and what it says stands in domain/review/signals.ts. Called again for the same car
 * it finds the same evidence.
 */
export type Signal<Kind extends SignalKind> = (
  ctx: SignalContext,
  car: ReviewSubject,
) => Promise<readonly SignalEvidence[Kind][]> | readonly SignalEvidence[Kind][];
