import type { Neighbourhood } from "./neighbourhood.ts";
import type { PriceFacts } from "./price-facts.ts";
import { type PriceModel, brandKey, modelKey } from "./price-model.ts";
import { Ridge, type Term } from "./ridge.ts";

/** What each missing fact adds at least to a range, in ln: sellers omit what lowers the price. */
const minWidening: Readonly<Record<string, number>> = {
  "without mileage": 0.2,
  "without power": 0.1,
  "without engineSize": 0.1,
  "without fuel": 0.1,
  "without type": 0.06,
};
const widestSurprise = 3;
const rounds = 8;
/** Beyond this, differences of the spread count less: held-out prices show that the widest are overestimated. */
const wide = 0.18;
const tempered = 0.65;

/** Terms of the spread of prices around an estimate. */
export function spreadTerms(
  facts: PriceFacts,
  year: number,
  ln: number,
  neighbourhood: Pick<Neighbourhood, "correction" | "weight" | "dispersion">,
): Term[] {
  const age = Math.max(year - facts.year, 0) / 10;
  const { correction, weight, dispersion } = neighbourhood;
  return [
    { name: "base", value: 1 },
    { name: "age", value: age },
    { name: "age squared", value: age ** 2 },
    { name: "cheap", value: Math.max(9 - ln, 0) },
    { name: "dear", value: Math.max(ln - 9, 0) },
    { name: "alone", value: 1 / (1 + weight) },
    { name: "dispersion", value: Math.log(dispersion) },
    { name: "correction", value: Math.abs(correction) },
    { name: `brand ${brandKey(facts.brand)}`, value: 1 },
    { name: `model ${modelKey(facts)}`, value: 1 },
    ...(["mileage", "power", "engineSize", "fuel", "type"] as const)
      .filter((fact) => facts[fact] === null)
      .map((fact) => ({ name: `without ${fact}`, value: 1 })),
  ];
}

/** The mean distance of prices from their estimates (in ln), by the terms above. */
export function spreadOf(terms: readonly Term[], effects: PriceModel["spread"]): number {
  const log = terms.reduce(
    (sum, { name, value }) => sum + (effects[name] ?? minWidening[name] ?? 0) * value,
    0,
  );
  return Math.exp(log - tempered * Math.max(log - Math.log(wide), 0));
}

/** Fits the spread to errors (in ln) of held-out prices: maximum likelihood under Laplace errors. */
export function learnSpread(
  heldBack: readonly { error: number; terms: readonly Term[] }[],
): PriceModel["spread"] {
  if (heldBack.length === 0) return {};
  const ridge = new Ridge(
    heldBack.map(({ terms }) => terms),
    (name) => (name === "base" ? 0 : name.startsWith("brand ") || name.startsWith("model ") ? 40 : 1),
  );
  const even = new Float64Array(heldBack.length).fill(1);
  const mean = heldBack.reduce((sum, { error }) => sum + Math.abs(error), 0) / heldBack.length;
  let logs: Float64Array = new Float64Array(heldBack.length).fill(Math.log(mean || 0.1));
  let effects: Float64Array = new Float64Array();
  for (let round = 0; round < rounds; round++) {
    const targets = logs.map((log, at) => {
      const surprise = Math.abs(heldBack[at]?.error ?? 0) / Math.exp(log);
      return log + Math.min(surprise, widestSurprise) - 1;
    });
    effects = ridge.solve(targets, even, effects.length === 0 ? undefined : effects);
    logs = ridge.sums(effects);
  }
  return Object.fromEntries(
    ridge.names.map((name, at) => [
      name,
      Math.max(effects[at] ?? 0, minWidening[name] ?? Number.NEGATIVE_INFINITY),
    ]),
  );
}
