import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";
import type { OpeningHours } from "#domain/dealers/opening-hours.ts";
import type { FeedOutcome, FeedReason } from "#domain/dealers/stock-feeds.ts";
import type { VerificationState } from "#domain/dealers/verification-states.ts";
import type { DefaultTimestamp, Json, NullableTimestamp } from "./column-types.ts";

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
  url: string | null;
}

export interface DealerKeysTable {
  id: string;
  user_id: string;
  name: string;
  scopes: KeyScope[];
  hash: Buffer;
  created_at: DefaultTimestamp;
  last_used_on: ColumnType<string | null, string | null, string | null>;
}

/** Dealers, their pages and their feeds. */
export interface DealerTables {
  dealers: DealersTable;
  dealer_verifications: DealerVerificationsTable;
  dealer_pages: DealerPagesTable;
  outward_feeds: OutwardFeedsTable;
  dealer_keys: DealerKeysTable;
  stock_feeds: StockFeedsTable;
  stock_feed_runs: StockFeedRunsTable;
}
