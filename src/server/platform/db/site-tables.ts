import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AuditAction, AuditTarget } from "#domain/admin/audit.ts";
import type { ReportReason, ReportState } from "#domain/reports/report-reasons.ts";
import type { TariffStatus } from "#domain/tariffs/tariff.ts";
import type { Tariff } from "#contract/tariffs.ts";
import type { DefaultTimestamp, Json, NullableTimestamp } from "./column-types.ts";

export interface IdempotencyKeysTable {
  user_id: string;
  operation: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json<unknown>;
  created_at: DefaultTimestamp;
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

/** Tables of the site and its operator: reports of cars, the audit log, settings, alarms, tariffs, keys. */
export interface SiteTables {
  idempotency_keys: IdempotencyKeysTable;
  reports: ReportsTable;
  audit_log: AuditLogTable;
  settings_versions: SettingsVersionsTable;
  alarms: AlarmsTable;
  weekly_reports: WeeklyReportsTable;
  tariffs: TariffsTable;
  site_keys: SiteKeysTable;
}
