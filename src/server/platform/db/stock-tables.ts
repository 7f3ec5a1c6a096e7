import type { Generated } from "kysely";
import type { CarFields } from "#contract/cars.ts";
import type { SealedVin } from "#domain/cars/vin.ts";
import type {
  AskedFormat,
  ChangeKind,
  ImportFormat,
  ImportSource,
  ImportStatus,
  RowOutcome,
} from "#domain/stock/import-states.ts";
import type { DefaultTimestamp, Json, NullableTimestamp, RequiredJson, Timestamp } from "./column-types.ts";

export interface StockConfirmationsTable {
  car_id: string;
  confirmed_at: Timestamp;
}

export interface PhotoSourcesTable {
  photo_id: string;
  hash: Buffer;
}

export interface StockImportsTable {
  id: string;
  user_id: string;
  status: Generated<ImportStatus>;
  source: ImportSource;
  asked_format: AskedFormat;
  format: ImportFormat | null;
  is_zip: boolean;
  columns: Json<string[]>;
  row_count: Generated<number>;
  create_count: Generated<number>;
  update_count: Generated<number>;
  unchanged_count: Generated<number>;
  missing_count: Generated<number>;
  faulty_count: Generated<number>;
  fault_count: Generated<number>;
  done: Generated<number>;
  total: Generated<number>;
  stock_state: string | null;
  archive_missing: Generated<boolean>;
  many_missing_confirmed: Generated<boolean>;
  created_at: DefaultTimestamp;
  checked_at: NullableTimestamp;
  applied_at: NullableTimestamp;
  reverted_at: NullableTimestamp;
  revert_asked_at: NullableTimestamp;
}

/** An existing photo, or a picture of the file to be made into one. */
export type PlannedPhoto = { readonly id: string } | { readonly name: string; readonly hash: string };

/** A car's fields ready to store: an identification number is encrypted (`SealedVin`). */
type StoredFields = Omit<CarFields, "images" | "vin"> & { readonly vin?: SealedVin | null };

/** The write of a stock file's row. */
export interface RowPlan {
  readonly fields: StoredFields;
  /** In order; null if the car keeps its photos. */
  readonly photos: readonly PlannedPhoto[] | null;
  /** An import archived the car, and this one restores it. */
  readonly restore: boolean;
  readonly changes: readonly { readonly column: string; readonly before: string; readonly after: string }[];
}

/** A car's identification number before an import gave it another one or took it away. */
export interface VinBefore {
  readonly number: SealedVin;
  readonly setAt: string;
  readonly note: string | null;
}

/** What a change of a car's price writes beside it. Moments and days as PostgreSQL prints them, to the microsecond. */
export interface PriceTraces {
  /** Cuts after this moment are later ones. */
  readonly at: string;
  readonly listedAt: string;
  readonly listedAgainAt: string | null;
  readonly today: string;
  /** The day's prices so far, EUR; null if it has none. */
  readonly dayPrice: { readonly price: number; readonly lowest: number } | null;
}

/** A car before an import changed it. */
export interface ImportedBefore {
  readonly fields: StoredFields;
  readonly photoIds: readonly string[];
  /** Missing where the import left the price as it was, and in imports of former versions. */
  readonly prices?: PriceTraces;
  /** Null for a car without a number; missing where the import left it as it was. */
  readonly vin?: VinBefore | null;
}

export interface StockImportRowsTable {
  import_id: string;
  row: number;
  reference: string | null;
  cells: RequiredJson<Readonly<Record<string, string>>>;
  outcome: RowOutcome;
  car_id: string | null;
  title: string;
  plan: Json<RowPlan>;
}

export interface StockImportFaultsTable {
  import_id: string;
  row: number;
  position: number;
  column_name: string;
  value: string;
  code: string;
  message: string;
}

export interface StockImportPicturesTable {
  import_id: string;
  name: string;
  hash: Buffer | null;
  fault: string | null;
}

export interface StockImportChangesTable {
  import_id: string;
  car_id: string;
  kind: ChangeKind;
  before: Json<ImportedBefore>;
  version: number;
}

export interface StockImportPhotosTable {
  import_id: string;
  photo_id: string;
}

export interface RemovedReferencesTable {
  owner_id: string;
  reference: string;
  removed_at: DefaultTimestamp;
}

export interface StockCodesTable {
  format: ImportFormat;
  column_name: string;
  code: string;
  value: string;
}

/** Dealers' stock from files. */
export interface StockTables {
  stock_confirmations: StockConfirmationsTable;
  photo_sources: PhotoSourcesTable;
  stock_imports: StockImportsTable;
  stock_import_rows: StockImportRowsTable;
  stock_import_faults: StockImportFaultsTable;
  stock_import_pictures: StockImportPicturesTable;
  stock_import_changes: StockImportChangesTable;
  stock_import_photos: StockImportPhotosTable;
  removed_references: RemovedReferencesTable;
  stock_codes: StockCodesTable;
}
