import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { unknownFacts } from "#domain/search/searched-facts.ts";
import type { CarBefore } from "#server/platform/db/alert-tables.ts";
import type { CarIndex } from "#server/market/search/car-index.ts";
import type { IndexedCar } from "#server/market/search/indexed-car.ts";
import { readCars } from "#server/market/search/search.queries.ts";
import type { Context } from "#server/context.ts";
import { type GatherDeps, openPriceMails } from "./gather-mails.commands.ts";
import { loadSearchesToMatch, type SearchToMatch } from "./saved-searches.queries.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** One change of a car that may need a mail, from the transactional outbox `car_events`. */
interface EventRow {
  readonly id: number;
  readonly car_id: string;
  readonly at: Date;
  /** The changed values before the change; null if the car was not on sale. */
  readonly before: CarBefore | null;
}

/** The oldest unprocessed changes. */
export function loadEvents(db: Kysely<DB>, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom("car_events")
    .select(["id", "car_id", "at", "before"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** A car that newly matches a saved search. */
interface Match {
  readonly savedSearchId: string;
  readonly carId: string;
}

/** Stores matches, each once; those with a deleted search, account or car are skipped. */
async function insertMatches(trx: Transaction<DB>, matches: readonly Match[], foundAt: Date): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    insert into alert_matches (saved_search_id, car_id, found_at)
    select s.id, c.id, ${foundAt}
    from unnest(${matches.map((match) => match.savedSearchId)}::uuid[], ${matches.map((match) => match.carId)}::uuid[])
      as m (saved_search_id, car_id)
    join saved_searches s on s.id = m.saved_search_id and s.frequency <> 'never'
    join cars c on c.id = m.car_id
    on conflict do nothing`.execute(trx);
}

/** `now`: the date of matches. */
type MatchDeps = GatherDeps & Pick<Context, "search">;

const eventBatch = 500;
/** Of one statement, which has seconds: a broad search matches each car of a large import. */
const matchBatch = 20_000;
const searchBatch = 1000;
/** The index follows within milliseconds; a car that changed again has another event. */
const waitForIndexMs = 500;

interface CarEvent {
  readonly at: Date;
  /** The car in the index of former states; null if it was not on sale. */
  readonly formerId: string | null;
}

/** One batch of changes. */
interface Batch {
  /** By car, in the order of the changes. */
  readonly events: ReadonlyMap<string, readonly CarEvent[]>;
  readonly present: CarIndex;
  readonly former: CarIndex;
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Processes the transactional outbox of car changes: stores which saved searches a car newly matches, and opens
 * a mail for every follower of a cheaper car. Results are written in the transaction that deletes the change,
 * and every row is unique. So a crash or two processes neither lose nor repeat anything.
 */
export async function matchCars(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  const { db, now } = deps;
  while (!signal.aborted) {
    const events = await loadEvents(db, eventBatch);
    if (events.length === 0) return;
    const matches = await findMatches(deps, events);
    await db.transaction().execute(async (trx) => {
      const carIds = [...new Set(events.map((event) => event.car_id))];
      // First: it locks accounts and cars.
      await openPriceMails(deps, trx, { carIds });
      for (let from = 0; from < matches.length; from += matchBatch)
        await insertMatches(trx, matches.slice(from, from + matchBatch), now());
      // Sold or archived cars are followed no more, without a mail. Not those that an import archived: its undoing, or the
      // next file, brings them back.
      await sql`
        delete from followed_cars f using cars c
        where c.id = f.car_id and c.state <> 'active' and not c.archived_by_import
          and f.car_id = any(${carIds}::uuid[])`.execute(trx);
      const done = events.map((event) => event.id);
      await sql`delete from car_events where id = any(${done}::bigint[])`.execute(trx);
    });
  }
}

/** Values missing in the event have not changed. */
function carAsItWas(id: string, before: CarBefore, now: IndexedCar | undefined): IndexedCar {
  return {
    // The car is no longer on sale.
    ...unknownFacts(),
    registeredEnd: null,
    priceBand: null,
    // A confirmation is no change here: its current value counts.
    confirmed: 0,
    ...now,
    ...before,
    id,
    rowVersion: 1,
    listedAt: 0,
    listableUntil: Number.POSITIVE_INFINITY,
  };
}

async function makeBatch({ db, search, now }: MatchDeps, rows: readonly EventRow[]): Promise<Batch> {
  // Read after the changes: at least as new as any of them.
  const carIds = [...new Set(rows.map((row) => row.car_id))];
  const cars = await readCars(db, carIds);
  const carsNow = new Map(cars.map((car) => [car.id, car]));
  const former = await search.emptyIndex();
  const events = new Map<string, CarEvent[]>();
  for (const { car_id: carId, at, before } of rows) {
    // A car may have several former states: each is an entry of its own.
    const formerId = before === null ? null : uuidv7();
    if (before !== null && formerId !== null) former.put(carAsItWas(formerId, before, carsNow.get(carId)));
    events.set(carId, [...(events.get(carId) ?? []), { at, formerId }]);
  }
  former.advance(now().getTime());

  const present = await search.emptyIndex();
  present.advance(now().getTime());
  for (const car of cars) present.put(car);
  const seenBy = performance.now() + waitForIndexMs;
  for (const { id, rowVersion } of cars) {
    if (present.rowState(id) === null) continue;
    while (!search.hasSeen(id, rowVersion) && performance.now() < seenBy) await sleep(10);
  }
  const owners = await db
    .selectFrom("cars")
    .select(["id", "owner_id"])
    .where("id", "=", sql<string>`any(${carIds}::uuid[])`)
    .execute();
  return { events, present, former, owners: new Map(owners.map(({ id, owner_id }) => [id, owner_id])) };
}

async function findMatches(deps: MatchDeps, events: readonly EventRow[]): Promise<Match[]> {
  const { db, search } = deps;
  const matches: Match[] = [];
  let searches = await loadSearchesToMatch(db, { after: null, limit: searchBatch });
  if (searches.length === 0) return matches;
  const batch = await makeBatch(deps, events);
  if (batch.present.size === 0) return matches;
  while (true) {
    const byQuery = Map.groupBy(searches, (saved) => saved.query);
    for (const [query, same] of byQuery) {
      const asked = searchOfSavedQuery(query);
      const found = await search.findIn(batch.present, asked);
      if (found.length === 0) continue;
      const before = new Set(batch.former.size === 0 ? [] : await search.findIn(batch.former, asked));
      for (const saved of same) {
        for (const carId of found)
          if (isNews(batch, saved, carId, before)) matches.push({ savedSearchId: saved.id, carId });
      }
    }
    const last = searches.at(-1);
    if (last === undefined || searches.length < searchBatch) return matches;
    searches = await loadSearchesToMatch(db, { after: last.id, limit: searchBatch });
  }
}

/** Whether a matching car is new to the search: not the searcher's own, and no match before. */
function isNews(batch: Batch, saved: SearchToMatch, carId: string, before: ReadonlySet<string>): boolean {
  if (batch.owners.get(carId) === saved.userId) return false;
  // The first change after the owner last looked has the former state.
  const first = batch.events.get(carId)?.find(({ at }) => at >= saved.newsSince);
  return first !== undefined && (first.formerId === null || !before.has(first.formerId));
}
