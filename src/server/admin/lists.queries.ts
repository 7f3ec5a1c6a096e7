import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AdminStats, CarListQuery, UserListQuery } from "#contract/admin-lists.ts";
import type { CarSortKey, UserSortKey } from "#domain/admin/admin-sorts.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { containing, searchWords } from "#server/platform/db/search-words.ts";

type UserQuestion = Pick<UserListQuery, "q" | "role" | "sort">;
type CarQuestion = Pick<CarListQuery, "q" | "status" | "owner" | "sort">;

/** A page of a list: ids in order, the matches, and the total. */
export interface ListPage {
  readonly ids: string[];
  readonly found: number;
  readonly all: number;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
}

const role = sql`case when u.is_admin then 'admin' when ${isDealerNow} then 'dealer' else 'user' end`;

// Each ends with a unique key, so that pages are stable. E-mails are compared like names: by code point.
const userOrders: Readonly<Record<UserSortKey, readonly RawBuilder<unknown>[]>> = {
  name: [sql`u.name_key`, sql`u.email collate "C"`],
  email: [sql`u.email collate "C"`],
  phone: [sql`coalesce(substr(u.phone, 2)::bigint, 0)`, sql`u.created_at`, sql`u.id`],
  cars: [
    sql`(select count(*) from cars c where c.owner_id = u.id and c.state in ('active', 'sold'))`,
    sql`u.created_at`,
    sql`u.id`,
  ],
  status: [
    sql`case when u.is_admin then 2 when ${isDealerNow} then 1 else 0 end`,
    sql`u.created_at`,
    sql`u.id`,
  ],
  createdAt: [sql`u.created_at`, sql`u.id`],
};
const carOrders: Readonly<Record<CarSortKey, readonly RawBuilder<unknown>[]>> = {
  name: [sql`c.search_text`, sql`c.created_at`, sql`c.id`],
  price: [sql`c.price`, sql`c.created_at`, sql`c.id`],
  owner: [sql`o.place`, sql`c.created_at`, sql`c.id`],
  // Hidden ones after all others.
  status: [
    sql`c.hidden_at is not null`,
    sql`array_position(array['active', 'sold', 'archived'], c.state)`,
    sql`c.created_at`,
    sql`c.id`,
  ],
  createdAt: [sql`c.created_at`, sql`c.id`],
};

/** A list's query: the matching rows, their sort keys and the order. */
interface Matching {
  readonly rows: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** No filter: the matches are the total. */
  readonly isWhole: boolean;
}

function select(
  id: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  { keys, descending }: { keys: readonly RawBuilder<unknown>[]; descending: boolean },
): Matching {
  const columns = keys.map((key, at) => sql`${key} as ${sql.id(`key${at}`)}`);
  const order = keys.map((_, at) => sql`${sql.id(`key${at}`)} ${sql.raw(descending ? "desc" : "asc")}`);
  return {
    rows: sql`
      select ${id} as id, ${sql.join(columns)} from ${from}
      where ${sql.join([sql`true`, ...conditions], sql` and `)}`,
    order: sql.join(order),
    isWhole: conditions.length === 0,
  };
}

const usersWithDealers = sql`users u left join dealers d on d.user_id = u.id`;

function matchingUsers({ q, role: wanted, sort }: UserQuestion): Matching {
  const conditions = searchWords(q ?? "")
    .map(containing)
    .map((word) => sql`(u.search_text like ${word} or d.search_text like ${word})`);
  if (wanted === "suspended") conditions.push(sql`u.suspended_at is not null`);
  else if (wanted !== undefined) conditions.push(sql`${role} = ${wanted}`);
  const { key, descending } = sort;
  return select(sql`u.id`, usersWithDealers, conditions, { keys: userOrders[key], descending });
}

/** Each word must be in brand or model, in the owner's search text, or be the car's number or year. */
function carHas(word: string): RawBuilder<unknown> {
  const pattern = containing(word);
  const number = /^\d{1,15}$/.test(word)
    ? sql`or c.number = ${word}::bigint or c.year = ${word}::bigint`
    : sql``;
  return sql`(c.search_text like ${pattern} or o.search_text like ${pattern} ${number})`;
}

/** Owners are sorted before the join: comparing a number per car takes half as long as two texts. */
const carsWithOwners = sql`
  cars c join (
    select u.id, u.search_text || coalesce(E'\n' || d.search_text, '') as search_text,
      row_number() over (order by ${sql.join(userOrders.name)}) as place
    from ${usersWithDealers}
  ) o on o.id = c.owner_id`;

function matchingCars({ q, status, owner, sort }: CarQuestion): Matching {
  const words = searchWords(q ?? "");
  const conditions = words.map(carHas);
  if (status === "hidden") conditions.push(sql`c.hidden_at is not null`);
  else if (status !== undefined) conditions.push(sql`c.state = ${status}`);
  if (owner !== undefined) conditions.push(sql`c.owner_id = ${owner}`);
  const { key, descending } = sort;
  const from = words.length > 0 || key === "owner" ? carsWithOwners : sql`cars c`;
  return select(sql`c.id`, from, conditions, { keys: carOrders[key], descending });
}

async function pageOf(
  db: Kysely<DB>,
  table: "users" | "cars",
  { rows: matching, order, isWhole }: Matching,
  { offset, limit }: Window,
): Promise<ListPage> {
  const all = sql`(select count(*) from ${sql.table(table)})`;
  const { rows } = await sql<ListPage>`
    with matching as (${matching})
    select array(select id from matching order by ${order} offset ${offset} limit ${limit}) as ids,
      ${isWhole ? all : sql`(select count(*) from matching)`} as found, ${all} as "all"`.execute(db);
  return rows[0] ?? { ids: [], found: 0, all: 0 };
}

/** A page of the users' list. */
export function loadUserPage(db: Kysely<DB>, question: UserQuestion, window: Window): Promise<ListPage> {
  return pageOf(db, "users", matchingUsers(question), window);
}

export function loadCarPage(db: Kysely<DB>, question: CarQuestion, window: Window): Promise<ListPage> {
  return pageOf(db, "cars", matchingCars(question), window);
}

async function idsOf(db: Kysely<DB>, { rows: matching, order }: Matching): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with matching as (${matching}) select id from matching order by ${order}`.execute(db);
  return rows.map((row) => row.id);
}

/** The whole list in order. */
export function loadUserIds(db: Kysely<DB>, question: UserQuestion): Promise<string[]> {
  return idsOf(db, matchingUsers(question));
}

export function loadCarIds(db: Kysely<DB>, question: CarQuestion): Promise<string[]> {
  return idsOf(db, matchingCars(question));
}

type Totals = Pick<AdminStats, "totalUsers" | "totalDealers" | "totalCars" | "activeCars" | "soldCars">;

/** The overview's exact counts. */
export async function loadTotals(db: Kysely<DB>): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select u.*, c.*
    from (select count(*) as "totalUsers", count(*) filter (where ${isDealerNow}) as "totalDealers" from users u) u,
      (select count(*) as "totalCars", count(*) filter (where state = 'active') as "activeCars",
        count(*) filter (where state = 'sold') as "soldCars" from cars) c`.execute(db);
  return rows[0] ?? { totalUsers: 0, totalDealers: 0, totalCars: 0, activeCars: 0, soldCars: 0 };
}
