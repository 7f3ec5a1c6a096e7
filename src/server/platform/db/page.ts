import type { Kysely, SelectQueryBuilder } from "kysely";
import type { DB } from "./tables.ts";

export interface Page {
  page: number;
  limit: number;
}

/** A page of a query's rows in order, and their total. */
export async function readPage<Joined, Names extends keyof Joined, Row extends object>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<Joined, Names, Row>,
  { page, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = await db
    .selectFrom(query.clearOrderBy().as("found"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await query
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}
