import type { ListName } from "./search-fields.ts";

/** The meaning of some words: one filter's value, or any of several. */
export interface Meaning {
  param: ListName | "feature";
  values: readonly string[];
  label: string;
  /** The brands of the model; for models only. */
  brands?: readonly string[];
  /** A further condition: the engine of a model that is named by its code. */
  engine?: Meaning;
  /** For a feature: cars that do not state it. */
  not?: boolean;
  /** Years of a generation. */
  years?: { from: number; to: number | null };
  /** Models that begin with the name but are not of this generation. */
  except?: readonly string[];
}

/** Some of the words and their meaning; null for meaningless ones. */
export interface Part {
  from: number;
  to: number;
  meaning: Meaning | null;
}
