import {
  type CarFieldName,
  carFieldNames,
  carFieldTable,
  type FlagFact,
  isListFact,
  type ListFact,
  type NumberFact,
  type RequiredFact,
} from "#domain/cars/car-fields.ts";
import type { Equipment } from "#domain/cars/equipment.ts";
import { type FieldName, isField } from "./search-fields.ts";

/** Facts that are search fields: those with a row in both tables. */
export type SearchedFact = Extract<CarFieldName, FieldName>;

type ValueOf<Name> = Name extends NumberFact
  ? number
  : Name extends FlagFact
    ? boolean
    : Name extends ListFact
      ? readonly Equipment[]
      : string;

/** Their values in the index; null if unknown. */
export type SearchedFacts = {
  [Name in SearchedFact]: ValueOf<Name> | (Name extends RequiredFact | ListFact ? never : null);
};

const isSearched = (name: CarFieldName): name is SearchedFact => isField(name);
export const searchedFacts: readonly SearchedFact[] = carFieldNames.filter(isSearched);

type OptionalFacts = Omit<SearchedFacts, RequiredFact>;
const optional = searchedFacts.filter((name) => carFieldTable[name].isRequired !== true);
function areOptional(facts: Readonly<Record<string, unknown>>): facts is OptionalFacts {
  return optional.every((name) => name in facts);
}

/** A car's optional facts, all unknown. */
export function unknownFacts(): OptionalFacts {
  const facts = Object.fromEntries(optional.map((name) => [name, isListFact(name) ? [] : null]));
  if (!areOptional(facts)) throw new Error("A fact is missing.");
  return facts;
}
