import type { ColumnType } from "kysely";

/**
 * Types of columns when read and written. Timestamps are read as Date; times are the database's unless a column
 * says otherwise.
 */

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
export type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type RequiredJson<T> = ColumnType<T, string, string>;
