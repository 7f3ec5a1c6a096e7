import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import type { NullableTimestamp } from "./column-types.ts";

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

/** Counts of views and leads. */
export interface StatisticsTables {
  stat_events: StatEventsTable;
  stat_days: StatDaysTable;
  stat_counted: StatCountedTable;
  stat_uncounted: StatUncountedView;
  visitor_salts: VisitorSaltsTable;
  report_mails: ReportMailsTable;
}
