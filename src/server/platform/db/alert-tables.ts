import type { Generated, GeneratedAlways } from "kysely";
import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import type { RequiredFact } from "#domain/cars/car-fields.ts";
import type { SearchedFact, SearchedFacts } from "#domain/search/searched-facts.ts";
import type { DefaultTimestamp, Json, NullableTimestamp, Timestamp } from "./column-types.ts";

export interface SavedSearchesTable {
  id: string;
  user_id: string;
  query: string;
  name: string;
  frequency: AlertFrequency;
  news_since: DefaultTimestamp;
  created_at: DefaultTimestamp;
}

export interface FavouriteListsTable {
  user_id: string;
  since: DefaultTimestamp;
}

export interface FavouritesTable {
  user_id: string;
  car_id: string;
  place: number;
  price: number;
  created_at: DefaultTimestamp;
}

export interface FollowedCarsTable {
  user_id: string;
  car_id: string;
  first_price: number;
  told_price: number;
  created_at: DefaultTimestamp;
}

type AlwaysTold = RequiredFact | "origin" | "condition" | "customsPaid" | "color";

/**
 * The search's view of a car before it changed; times in ms since 1970. The other facts are set only if one of
 * them or the registration changed (note_car_facts_event).
 */
export interface CarBefore
  extends Pick<SearchedFacts, Extract<SearchedFact, AlwaysTold>>, Partial<Omit<SearchedFacts, AlwaysTold>> {
  number: number;
  description: string;
  /** Set only if nothing else changed. */
  priceBand?: string | null;
  registeredEnd?: number | null;
  sponsoredUntil: number | null;
}

export interface CarEventsTable {
  id: GeneratedAlways<number>;
  car_id: string;
  at: DefaultTimestamp;
  before: Json<CarBefore>;
}

export interface AlertMailsTable {
  id: string;
  user_id: string;
  saved_search_id: string | null;
  car_id: string | null;
  from_price: number | null;
  to_price: number | null;
  created_at: DefaultTimestamp;
  done_at: NullableTimestamp;
  sent: Generated<boolean>;
}

export interface AlertMatchesTable {
  saved_search_id: string;
  car_id: string;
  found_at: Timestamp;
  mail_id: string | null;
}

/** Saved searches, favourites, followed cars, and the news of them. */
export interface AlertTables {
  saved_searches: SavedSearchesTable;
  favourite_lists: FavouriteListsTable;
  favourites: FavouritesTable;
  followed_cars: FollowedCarsTable;
  car_events: CarEventsTable;
  alert_mails: AlertMailsTable;
  alert_matches: AlertMatchesTable;
}
