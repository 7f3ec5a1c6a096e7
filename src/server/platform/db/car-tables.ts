import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { SignalEvidence, VinSignalKind } from "#domain/admin/review-signals.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import type { ConfirmationAnswer, QuestionReason } from "#domain/cars/confirmation.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
import type { CarType, Condition, Fuel, Origin, Transmission } from "#domain/cars/car-lists.ts";
import type { PriceFitOutcome } from "#domain/operation/fit-outcomes.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import type { DefaultTimestamp, Json, NullableTimestamp, RequiredJson, Timestamp } from "./column-types.ts";

export interface BrandsTable {
  name: string;
  folded: string;
}

export interface CarModelsTable {
  id: string;
  brand: string;
  name: string;
  folded: string;
  approved: boolean;
  suggested_by: string | null;
  created_at: DefaultTimestamp;
  refused_at: NullableTimestamp;
}

/** Merged or corrected spellings: each means a model. */
export interface CarModelAliasesTable {
  brand: string;
  folded: string;
  model_id: string;
}

export interface CarsTable {
  id: string;
  /** bigint, read as a number: far below 2^53 for good. */
  number: GeneratedAlways<number>;
  owner_id: string;
  state: Generated<CarState>;
  archived_from: "active" | "sold" | null;
  sold_at: NullableTimestamp;
  archived_at: NullableTimestamp;
  brand: string;
  model: string;
  year: number;
  type: CarType;
  /** Whole EUR. */
  price: number;
  /** Kilometres. */
  mileage: number;
  fuel: Fuel;
  origin: Origin | null;
  transmission: Transmission;
  condition: Condition | null;
  location: string;
  description: string;
  seller_name: string;
  seller_phone: string;
  customs_paid: boolean | null;
  registered_until: string | null;
  /** cm³. */
  engine_size: number | null;
  /** kW. */
  power: number | null;
  doors: string | null;
  seats: number | null;
  /** YYYY-MM. */
  first_registration: string | null;
  color: string | null;
  negotiable: boolean | null;
  equipment: Generated<Equipment[]>;
  sponsorship_days: Generated<number>;
  sponsored_until: NullableTimestamp;
  social_promotion: Generated<boolean>;
  published_as_dealer: Generated<boolean>;
  hidden_at: NullableTimestamp;
  disputed_at: NullableTimestamp;
  fee_refunded_at: NullableTimestamp;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
  confirmed_at: DefaultTimestamp;
  listed_at: DefaultTimestamp;
  listed_again_at: NullableTimestamp;
  search_text: GeneratedAlways<string>;
  price_band: PriceBand | null;
  price_band_at: NullableTimestamp;
  /** When the hidden band is to be recomputed; null: it is current. */
  price_band_due: Generated<Date | null>;
  /** Null until its text was checked. */
  damaged: boolean | null;
  shows_advice: Generated<boolean>;
  /** bigint, read as a number; the database sets it. */
  row_version: Generated<number>;
  reference: string | null;
  archived_by_import: Generated<boolean>;
}

/** Identification numbers; only `masked` leaves the server. */
export interface CarVinsTable {
  car_id: string;
  sealed: Buffer;
  hash: Buffer;
  masked: string;
  set_at: DefaultTimestamp;
  lower_since: NullableTimestamp;
  lower_public_at: NullableTimestamp;
  note: string | null;
}

export interface MileageReadingsTable {
  id: string;
  vin_hash: Buffer;
  listing_id: string;
  owner_id: string | null;
  /** Kilometres. */
  mileage: number;
  read_at: Timestamp;
  discounted_at: NullableTimestamp;
  told_at: NullableTimestamp;
  public_at: NullableTimestamp;
}

export interface MileageCorrectionsTable {
  listing_id: string;
  since: Timestamp;
  until: Timestamp;
}

export interface VinEvidenceTable {
  car_id: string;
  hash: Buffer;
  kind: VinSignalKind;
  evidence: RequiredJson<SignalEvidence[VinSignalKind]>;
  noted_at: DefaultTimestamp;
}

/** The view of currently public cars (0003_cars.sql). */
export interface PublicCarsView {
  id: string;
  /** False: sold; can be opened, not found. */
  on_sale: boolean;
  /** When that ends without a write; 'infinity' for never. */
  until: Date;
}

export interface FreeCarsTable {
  user_id: string;
  car_id: string;
  created_at: DefaultTimestamp;
}

/** Prices in EUR; `day` is YYYY-MM-DD. */
export interface PriceCutsTable {
  car_id: string;
  at: DefaultTimestamp;
  from_price: number;
  to_price: number;
}

export interface CarPricesTable {
  car_id: string;
  day: ColumnType<string, string, string>;
  price: number;
  lowest: number;
}

export interface ConfirmationMailsTable {
  id: string;
  user_id: string;
  day: ColumnType<string, string, string>;
  created_at: DefaultTimestamp;
}

export interface ConfirmationQuestionsTable {
  id: string;
  car_id: string;
  since: Timestamp;
  place: number;
  reason: QuestionReason;
  asked_at: DefaultTimestamp;
  mail_id: string | null;
  answer: ConfirmationAnswer | null;
  answered_at: NullableTimestamp;
}

export interface ConfirmationLinksTable {
  token_hash: Buffer;
  question_id: string;
  expires_at: Timestamp;
}

export interface AvailabilityQuestionsTable {
  car_id: string;
  visitor: Buffer;
  asked_at: DefaultTimestamp;
}

export interface PhotosTable {
  id: string;
  owner_id: string | null;
  width: number;
  height: number;
  thumbhash: string;
  created_at: DefaultTimestamp;
  fingerprint_due: Generated<boolean>;
}

export interface CarPhotosTable {
  car_id: string;
  photo_id: string;
  position: number;
  /** When the photo came to the car. Null from before 0041: with the publication or the upload, whichever was later. */
  since: Generated<Date | null>;
}

/** Pictures that were taken off a car, the first fifty. */
export interface FormerPhotosTable {
  car_id: string;
  photo_id: string;
  since: Timestamp;
  /** The fingerprint; null if the photo had none. */
  hashes: Buffer | null;
}

export interface PhotoFingerprintsTable {
  photo_id: string;
  /** bigint, read as a number: far below 2^53 for good. */
  number: GeneratedAlways<number>;
  hashes: Buffer;
}

/**
 * Photos of a car that are also on cars of other owners. Pairs are stored in both directions, a few per photo
 * (`maxTwins` of market/photo-twins/photo-twins.commands.ts). A pair is deleted with either car; a removed
 * photo is noticed within a minute.
 */
export interface PhotoTwinsTable {
  car_id: string;
  photo: string;
  other_car_id: string;
  other_photo: string;
  /** Hamming distance of their hashes, of 256 bits, at most 60. */
  distance: number;
  /** The photo is on three sellers' cars or more, so it is no theft. */
  illustrative: boolean;
  /** When this pair was first found. */
  found_at: DefaultTimestamp;
}

export interface PhotoTwinsDueTable {
  id: GeneratedAlways<number>;
  car_id: string;
}

export interface PriceModelTable {
  id: Generated<boolean>;
  model: Json<unknown>;
  figures: Json<unknown>;
  fitted_at: NullableTimestamp;
  tried_at: Timestamp;
  outcome: PriceFitOutcome;
  tried_figures: Json<unknown>;
}

/** Catalogue, cars, photos, and what is known of prices. */
export interface CarTables {
  brands: BrandsTable;
  car_models: CarModelsTable;
  car_model_aliases: CarModelAliasesTable;
  cars: CarsTable;
  car_vins: CarVinsTable;
  mileage_readings: MileageReadingsTable;
  mileage_corrections: MileageCorrectionsTable;
  vin_evidence: VinEvidenceTable;
  public_cars: PublicCarsView;
  free_cars: FreeCarsTable;
  car_prices: CarPricesTable;
  price_cuts: PriceCutsTable;
  confirmation_mails: ConfirmationMailsTable;
  confirmation_questions: ConfirmationQuestionsTable;
  confirmation_links: ConfirmationLinksTable;
  availability_questions: AvailabilityQuestionsTable;
  photos: PhotosTable;
  car_photos: CarPhotosTable;
  former_photos: FormerPhotosTable;
  photo_fingerprints: PhotoFingerprintsTable;
  photo_twins: PhotoTwinsTable;
  photo_twins_due: PhotoTwinsDueTable;
  price_model: PriceModelTable;
}
