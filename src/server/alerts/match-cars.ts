import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { searchOfSavedQuery } from "#domain/alerts/saved-query.ts";
import type { CarBefore, DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { CarIndex, type IndexedCar } from "#server/search/car-index.ts";
import { readCars } from "#server/search/search.queries.ts";
import type { SearchService } from "#server/search/search.service.ts";
import { endFollowing } from "./followed-cars.service.ts";
import { waitForNewSearches } from "./new-searches.ts";
import { openPriceMails } from "./open-price-mails.ts";

export interface MatchDeps {
  readonly db: Kysely<DB>;
  readonly search: Pick<SearchService, "findIn" | "hasSeen">;
  readonly addJob: AddJob;
  /** The moment that a match is dated with. */
  readonly now: () => Date;
}

const eventBatch = 500;
const searchBatch = 1000;
/** The index follows within milliseconds; a car that has changed again meanwhile has another event. */
const waitForIndex = 500;

interface CarEvent {
  readonly id: number;
  readonly carId: string;
  /** What stands for the car as it was, in the index of former states; null where it was not on sale. */
  readonly formerId: string | null;
}

interface Match {
  readonly savedSearchId: string;
  readonly carId: string;
}

/** What one batch of changes is about. */
interface Batch {
  /** By car, in the order of the changes. */
  readonly events: ReadonlyMap<string, readonly CarEvent[]>;
  readonly present: CarIndex;
  readonly former: CarIndex;
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Works off the outbox of car changes: writes which saved searches a car has come to answer, and opens a mail for every
 * follower of a car that costs less. What comes of a change is written in the transaction that takes the change out of
 * the outbox, and every row can be there once only: a crash, or two processes at it, lose and double nothing.
 */
export async function matchCars(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  const { db, addJob, now } = deps;
  while (!signal.aborted) {
    const events = await readEvents(db);
    if (events.length === 0) return;
    await waitForNewSearches(db);
    const matches = (await someoneSearches(db)) ? await findMatches(deps, await makeBatch(deps, events)) : [];
    await db.transaction().execute(async (trx) => {
      const carIds = [...new Set(events.map((event) => event.car_id))];
      await writeMatches(trx, matches, now());
      await endFollowing(trx, carIds);
      await openPriceMails(trx, { carIds }, addJob);
      await trx
        .deleteFrom("car_events")
        .where("id", "=", sql<number>`any(${events.map((event) => event.id)}::bigint[])`)
        .execute();
    });
  }
}

interface EventRow {
  readonly id: number;
  readonly car_id: string;
  readonly before: CarBefore | null;
}

function readEvents(db: Kysely<DB>): Promise<EventRow[]> {
  return db
    .selectFrom("car_events")
    .select(["id", "car_id", "before"])
    .orderBy("id")
    .limit(eventBatch)
    .execute();
}

async function someoneSearches(db: Kysely<DB>): Promise<boolean> {
  const row = await db
    .selectFrom("saved_searches")
    .select("id")
    .where("frequency", "<>", "never")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the event does not say has not changed: it is as it is now. */
function carAsItWas(id: string, before: CarBefore, now: IndexedCar | undefined): IndexedCar {
  const {
    registeredEnd = now?.registeredEnd ?? null,
    power = now?.power ?? null,
    engineSize = now?.engineSize ?? null,
  } = before;
  const listableUntil = Number.POSITIVE_INFINITY;
  return { ...before, registeredEnd, power, engineSize, id, stamp: 1, createdAt: 0, listableUntil };
}

async function makeBatch({ db, search, now }: MatchDeps, rows: readonly EventRow[]): Promise<Batch> {
  // Read after the changes: at least as new as any of them.
  const carIds = [...new Set(rows.map((row) => row.car_id))];
  const cars = await readCars(db, carIds);
  const carsNow = new Map(cars.map((car) => [car.id, car]));
  const former = new CarIndex();
  const events = new Map<string, CarEvent[]>();
  for (const { id, car_id: carId, before } of rows) {
    // One car may have several former states: each is a car of its own in their index.
    const formerId = before === null ? null : uuidv7();
    if (before !== null && formerId !== null) former.put(carAsItWas(formerId, before, carsNow.get(carId)));
    events.set(carId, [...(events.get(carId) ?? []), { id, carId, formerId }]);
  }
  former.advance(now().getTime());

  const present = new CarIndex();
  present.advance(now().getTime());
  for (const car of cars) present.put(car);
  const seenBy = performance.now() + waitForIndex;
  for (const { id, stamp } of cars) {
    if (present.standing(id) === null) continue;
    while (!search.hasSeen(id, stamp) && performance.now() < seenBy) await sleep(10);
  }
  const owners = await db
    .selectFrom("cars")
    .select(["id", "owner_id"])
    .where("id", "=", sql<string>`any(${carIds}::uuid[])`)
    .execute();
  return {
    events,
    present,
    former,
    owners: new Map(owners.map((row) => [row.id, row.owner_id])),
  };
}

async function findMatches({ db, search }: MatchDeps, batch: Batch): Promise<Match[]> {
  const matches: Match[] = [];
  if (batch.present.size === 0) return matches;
  for (let after: string | null = null; ;) {
    const searches: SearchToMatch[] = await readSearches(db, after);
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
    after = last.id;
  }
}

interface SearchToMatch {
  readonly id: string;
  readonly userId: string;
  readonly query: string;
  readonly knownEvents: readonly number[];
}

function readSearches(db: Kysely<DB>, after: string | null): Promise<SearchToMatch[]> {
  let query = db
    .selectFrom("saved_searches")
    .select(["id", "user_id as userId", "query", sql<number[]>`to_json(known_events)`.as("knownEvents")])
    .where("frequency", "<>", "never");
  if (after !== null) query = query.where("id", ">", after);
  return query.orderBy("id").limit(searchBatch).execute();
}

/** Whether a car that answers the search is new to it: not the searcher's own, and not there or otherwise before. */
function isNews(batch: Batch, saved: SearchToMatch, carId: string, before: ReadonlySet<string>): boolean {
  if (batch.owners.get(carId) === saved.userId) return false;
  const known = new Set(saved.knownEvents);
  // The first change that the search's owner could not know of tells how the car was until then.
  const first = batch.events.get(carId)?.find((event) => !known.has(event.id));
  return first !== undefined && (first.formerId === null || !before.has(first.formerId));
}

async function writeMatches(trx: Transaction<DB>, matches: readonly Match[], foundAt: Date): Promise<void> {
  if (matches.length === 0) return;
  // Searches, accounts and cars may have gone meanwhile.
  await sql`
    insert into alert_matches (saved_search_id, car_id, found_at)
    select s.id, c.id, ${foundAt}
    from unnest(${matches.map((match) => match.savedSearchId)}::uuid[], ${matches.map((match) => match.carId)}::uuid[])
      as m (saved_search_id, car_id)
    join saved_searches s on s.id = m.saved_search_id and s.frequency <> 'never'
    join cars c on c.id = m.car_id
    on conflict do nothing`.execute(trx);
}
