import type { Generated, GeneratedAlways } from "kysely";
import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
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

/** What the search knew of a car before it changed; times in ms since 1970. */
export interface CarBefore {
  number: number;
  brand: string;
  model: string;
  year: number;
  type: string;
  price: number;
  mileage: number;
  fuel: string;
  origin: string | null;
  transmission: string;
  condition: string | null;
  location: string;
  customsPaid: boolean | null;
  color: string | null;
  description: string;
  /** There only where nothing else has changed. */
  priceBand?: string | null;
  /** These are there only where one of them has changed (note_car_facts_event). */
  registeredEnd?: number | null;
  power?: number | null;
  engineSize?: number | null;
  equipment?: readonly Equipment[];
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
