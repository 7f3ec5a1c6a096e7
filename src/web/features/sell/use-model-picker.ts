import { useRef, useState } from "react";
import type { UseFormSetValue } from "react-hook-form";
import type { ModelOffer } from "#contract/catalogue.ts";
import { likelyFuels, typesOf } from "#domain/catalogue/model-facts.ts";
import { formatEngineSize } from "#domain/format/format.ts";
import { type Filled, applyFills } from "./apply-fills.ts";
import { type CarFormValues, isFormField } from "./car-form-values.ts";
import { useModelOffers } from "./use-model-offers.ts";

/** An offer's value in the brand field; no brand contains a line feed. */
export const offerKey = ({ brand, model }: ModelOffer): string => `${brand}\n${model}`;

/** Text beside an offer: its years and engine. */
export function asideOf({ fills: { years, fuel, engineSize } }: ModelOffer): { aside?: string } {
  const said = [
    years === undefined ? null : years[0] === years[1] ? String(years[0]) : `${years[0]}–${years[1]}`,
    fuel ?? null,
    engineSize === undefined ? null : formatEngineSize(engineSize),
  ].filter((one) => one !== null);
  return said.length === 0 ? {} : { aside: said.slice(0, 2).join(" · ") };
}

const maxYears = 20;

/** The newest first; a generation has about a dozen. */
function yearsOf([from, to]: [number, number]): number[] {
  return Array.from({ length: Math.min(to - from + 1, maxYears) }, (_, index) => to - index);
}

/** Finds models for the text in the brand and model fields, and fills in what the chosen one determines. */
export function useModelPicker(
  values: CarFormValues,
  setValue: UseFormSetValue<CarFormValues>,
  isSubmitted: boolean,
) {
  const { brand, model } = values;
  const [typedBrand, setTypedBrand] = useState<string | null>(null);
  const [typedModel, setTypedModel] = useState<string | null>(null);
  const ofAll = useModelOffers(typedBrand, "");
  const ofBrand = useModelOffers(brand === "" ? null : typedModel, brand);
  const filled = useRef<Filled>({});
  const [beganWithYear] = useState(() => new Date().getFullYear());
  const [generation, setGeneration] = useState<{ name: string; years: [number, number] } | null>(null);
  const changed = { shouldDirty: true, shouldValidate: isSubmitted };

  function follow({ brand: make, model: name, fills }: ModelOffer): void {
    const applied = applyFills(values, fills, { before: filled.current, beganWithYear });
    filled.current = applied.filled;
    for (const [field, value] of Object.entries(applied.changes))
      if (isFormField(values, field)) setValue(field, value, changed);
    setGeneration(fills.years === undefined ? null : { name: `${make} ${name}`, years: fills.years });
  }

  /** Takes an offer chosen in the brand field and sets both fields. False if it is only a brand. */
  function chooseOffer(key: string): boolean {
    const offer = ofAll.offers.find((one) => offerKey(one) === key);
    if (offer === undefined) return false;
    setValue("brand", offer.brand, changed);
    setValue("model", offer.model, changed);
    follow(offer);
    return true;
  }

  function chooseModel(name: string): void {
    setValue("model", name, changed);
    const offer = typedModel === null ? undefined : ofBrand.offers.find((one) => one.model === name);
    if (offer !== undefined) {
      follow(offer);
      return;
    }
    // A model from the plain list determines only what is certain of the model.
    const [type, anotherType] = typesOf(brand, name);
    const [fuel, anotherFuel] = likelyFuels(brand, name);
    const fills = {
      ...(type !== undefined && anotherType === undefined ? { type } : {}),
      ...(fuel !== undefined && anotherFuel === undefined ? { fuel } : {}),
    };
    follow({ brand, model: name, fills });
  }

  return {
    ofAll,
    ofBrand,
    setTypedBrand,
    setTypedModel,
    chooseOffer,
    chooseModel,
    /** The years of the typed generation, to choose from. */
    years: generation?.name === `${brand} ${model}` ? yearsOf(generation.years) : [],
  };
}
