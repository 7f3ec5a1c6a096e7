import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ReviewDecision, ReviewState, SignalKind } from "#domain/admin/review-signals.ts";
import type { DefaultTimestamp, NullableTimestamp, RequiredJson } from "./column-types.ts";

export interface CarReviewDueTable {
  id: GeneratedAlways<number>;
  car_id: string;
  /** Read by the version before. */
  noted_at: DefaultTimestamp;
  due_at: DefaultTimestamp;
}

export interface CarIdentityChangesTable {
  car_id: string;
  at: DefaultTimestamp;
  brand: string;
  model: string;
  year: number;
}

export interface HiddenPhonesTable {
  car_id: string;
  phone_hash: Buffer;
  owner_id: string | null;
  hidden_at: DefaultTimestamp;
  listed_at: NullableTimestamp;
}

export interface CarSignalsTable {
  car_id: string;
  kind: SignalKind;
  fingerprint: string;
  weight: number;
  evidence: RequiredJson<unknown>;
  found_at: DefaultTimestamp;
  gone_at: NullableTimestamp;
  dismissed_at: NullableTimestamp;
}

export interface CarReviewsTable {
  car_id: string;
  state: ReviewState;
  score: number;
  kinds: SignalKind[];
  version: Generated<number>;
  holds_since: Generated<number>;
  opened_at: DefaultTimestamp;
  asked_at: NullableTimestamp;
}

export interface CarReviewDecisionsTable {
  id: string;
  car_id: string;
  decision: ReviewDecision;
  reason: string | null;
  decided_by: string | null;
  decided_at: DefaultTimestamp;
  dismissed: ColumnType<unknown, string | undefined, never>;
  answer: string | null;
  answered_at: NullableTimestamp;
  undone_at: NullableTimestamp;
  hid_at: NullableTimestamp;
}

/** What an admin should look at, and what was decided. */
export interface ReviewTables {
  car_review_due: CarReviewDueTable;
  car_identity_changes: CarIdentityChangesTable;
  hidden_phones: HiddenPhonesTable;
  car_signals: CarSignalsTable;
  car_reviews: CarReviewsTable;
  car_review_decisions: CarReviewDecisionsTable;
}
