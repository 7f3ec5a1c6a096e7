import { carFeatures, clausesOf, type TextedCar } from "#domain/search/feature-texts.ts";
import { foldedWords } from "#domain/search/words.ts";

export interface DescribedCar extends Omit<TextedCar, "hasRegistration" | "seats" | "type" | "fuel"> {
  readonly model: string;
  readonly type: string | null;
  readonly fuel: string | null;
  readonly description: string;
}

/**
 * Whether a car's text says, without denying it, that it had an accident or is for parts. It uses the search's
 * table of phrases (domain/search/features.ts). Such a car gets no band and is no comparable.
 */
export function isDamaged(car: DescribedCar): boolean {
  const clauses = [foldedWords(car.model), ...clausesOf(car.description)];
  const said = carFeatures(clauses, {
    ...car,
    type: car.type ?? "",
    fuel: car.fuel ?? "",
    hasRegistration: false,
    seats: null,
  });
  return said.has("accident") || said.has("forParts");
}
