import type { ListName } from "./search-fields.ts";

/** What some words stand for: one filter's value, or any of several. */
export interface Meaning {
  param: ListName | "feature";
  values: readonly string[];
  label: string;
  /** The brands that have the model; for models alone. */
  brands?: readonly string[];
  /** What the cars must have besides: the engine of a model that is called by its code. */
  engine?: Meaning;
  /** Of a feature: that cars do not say to have it. */
  not?: boolean;
  /** Years of a generation. */
  years?: { from: number; to: number | null };
  /** Models that begin like the generation's and are of none such. */
  except?: readonly string[];
}

/** Some of the words, and what they stand for; null for those that say nothing. */
export interface Part {
  from: number;
  to: number;
  meaning: Meaning | null;
}
