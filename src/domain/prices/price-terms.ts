import { fold } from "#domain/text/fold.ts";
import type { PriceFacts } from "./price-facts.ts";
import { type PriceModel, type Usual, brandKey, modelKey } from "./price-model.ts";
import type { Term } from "./ridge.ts";

/** The model's parts of an estimate, in display order. */
export const modelStepKeys = ["base", "model", "age", "mileage", "power", "engine", "other"] as const;
export type ModelStepKey = (typeof modelStepKeys)[number];

/** Input of the terms beside the car itself. */
export type TermFrame = Pick<PriceModel, "year" | "asOf" | "usual">;

const dayMs = 86_400_000;
/** In days: a difference between half-years is no trend of this month. */
const maxTrendDays = 200;

/**
 * A part that never rises with age or mileage. It is piecewise linear: each piece has a length, measured from
 * the point where the part is 0, and a slope that is a sum of effects.
 */
interface FallingPart {
  readonly step: "age" | "mileage";
  readonly pieces: readonly { readonly length: number; readonly names: readonly string[] }[];
}

export interface CarTerms {
  readonly plain: readonly (Term & { readonly step: ModelStepKey })[];
  readonly falling: readonly FallingPart[];
}

const ageKnots = [2, 5, 8, 11, 15, 20, 27];
const ageOrigin = 10;
/** In units of 100,000 km. */
const mileageKnots = [0.3, 0.8, 1.3, 1.8, 2.3, 3];
const mileageOrigin = 1.7;
const fewKilometres = 5_000;
const usualYearly = 0.16;
const maxUsual = 2;

/** The terms of a car's ln(price), before the effects are known. */
export function termsOf(facts: PriceFacts & { readonly date?: string | null }, frame: TermFrame): CarTerms {
  const brand = brandKey(facts.brand);
  const model = modelKey(facts);
  const family = `${brand}${fold(facts.model).split(/[ -]/)[0] ?? ""}`;
  const usual = usualOf(facts, frame);
  const fuel = fold(facts.fuel ?? usual.fuel ?? "?");
  const type = fold(facts.type ?? usual.type ?? "?");
  const power = Math.log((facts.power ?? usual.power ?? 80) / 80);
  const usualPower = Math.log((usual.power ?? 80) / 80);
  const engine = Math.log((facts.engineSize ?? usual.engineSize ?? 1600) / 1600);
  const age = Math.max(frame.year - facts.year, 0);
  const knownMileage = facts.mileage !== null && facts.mileage > 0;
  const mileage = knownMileage
    ? Math.max(facts.mileage, fewKilometres) / 100_000
    : Math.min(age * usualYearly, maxUsual);

  const plain: (Term & { step: ModelStepKey })[] = [];
  const add = (step: ModelStepKey, name: string, value = 1) => plain.push({ step, name, value });
  add("base", "base");
  add("model", `brand ${brand}`);
  add("model", `family ${family}`);
  add("model", `model ${model}`);
  if (!knownMileage) add("mileage", "mileage unknown");
  add("power", "power", power);
  add("power", "power squared", power ** 2);
  add("power", `power brand ${brand}`, power - usualPower);
  add("power", `power model ${model}`, power - usualPower);
  if (facts.power === null) add("power", "power unknown");
  add("engine", "engine", engine);
  add("engine", "engine squared", engine ** 2);
  if (facts.engineSize === null) add("engine", "engine unknown");
  add("engine", `fuel ${fuel}`);
  if (facts.fuel === null) add("engine", "fuel unknown");
  add("engine", `brand and fuel ${brand} ${fuel}`);
  add("engine", `model and fuel ${model} ${fuel}`);
  add("other", `type ${type}`);
  if (facts.type === null) add("other", "type unknown");
  add("other", `model and type ${model} ${type}`);
  for (const fact of ["transmission", "origin", "condition", "customsPaid"] as const) {
    const value = facts[fact] ?? usual[fact];
    if (value === null) continue;
    add("other", `${fact} ${fold(String(value))}`);
    if (facts[fact] === null) add("other", `${fact} unknown`);
  }
  const days = daysBetween(facts.date ?? null, frame.asOf);
  if (days > 0) add("other", "month", -Math.min(days, maxTrendDays) / 30);
  return {
    plain,
    falling: [
      {
        step: "age",
        pieces: piecesOf(age, ageOrigin, ageKnots).map(({ length, piece, from }) => ({
          length,
          names: [
            `age ${piece}`,
            `age brand ${brand}`,
            `age family ${family}`,
            `age model ${model}`,
            `age fuel ${fuel}`,
            `age type ${type}`,
            ...(from >= 8 ? [`age late brand ${brand}`, `age late family ${family}`] : []),
          ],
        })),
      },
      {
        step: "mileage",
        pieces: piecesOf(mileage, mileageOrigin, mileageKnots).map(({ length, piece }) => ({
          length,
          names: [`mileage ${piece}`, `mileage brand ${brand}`, `mileage fuel ${fuel}`],
        })),
      },
    ],
  };
}

function daysBetween(from: string | null, to: string | null): number {
  const days = from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isFinite(days) ? days : 0;
}

/** Of the car's model, else of its brand, else of all cars. */
function usualOf(facts: PriceFacts, frame: TermFrame): Omit<Usual, "listings"> {
  const found = [modelKey(facts), brandKey(facts.brand), ""].map((key) => frame.usual[key]);
  const usual = <K extends keyof Usual>(fact: K): Usual[K] | null =>
    found.find((one) => one !== undefined && one[fact] !== null)?.[fact] ?? null;
  return {
    power: usual("power"),
    engineSize: usual("engineSize"),
    fuel: usual("fuel"),
    type: usual("type"),
    transmission: usual("transmission"),
    origin: usual("origin"),
    condition: usual("condition"),
    customsPaid: usual("customsPaid"),
  };
}

/** The distance from `origin` to `value`, split at the knots; negative on the way down. */
function piecesOf(value: number, origin: number, knots: readonly number[]) {
  const sign = value < origin ? -1 : 1;
  const [low, high] = sign === 1 ? [origin, value] : [value, origin];
  return [0, ...knots]
    .map((from, piece) => {
      const to = knots[piece] ?? Number.POSITIVE_INFINITY;
      return { from, piece, length: sign * Math.max(Math.min(high, to) - Math.max(low, from), 0) };
    })
    .filter(({ length }) => length !== 0);
}

/** The same terms as a weighted sum, for the regression. */
export function linearTerms(terms: CarTerms): Term[] {
  const sums = new Map(terms.plain.map(({ name, value }) => [name, value]));
  for (const { pieces } of terms.falling) {
    for (const { length, names } of pieces) {
      for (const name of names) sums.set(name, (sums.get(name) ?? 0) + length);
    }
  }
  return [...sums].filter(([, value]) => value !== 0).map(([name, value]) => ({ name, value }));
}

/** The sum of the model's parts in ln(price). */
export function total(parts: Readonly<Record<ModelStepKey, number>>): number {
  return modelStepKeys.reduce((sum, key) => sum + parts[key], 0);
}

/** What each part adds to ln(price). No piece of age or mileage rises, whatever its effects. */
export function partsOf(terms: CarTerms, effectOf: (name: string) => number): Record<ModelStepKey, number> {
  const parts = { base: 0, model: 0, age: 0, mileage: 0, power: 0, engine: 0, other: 0 };
  for (const { step, name, value } of terms.plain) parts[step] += effectOf(name) * value;
  for (const { step, pieces } of terms.falling) {
    for (const { length, names } of pieces) {
      const slope = names.reduce((sum, name) => sum + effectOf(name), 0);
      parts[step] += length * Math.min(slope, 0);
    }
  }
  return parts;
}

/** Shrinkage of an effect towards 0: the variance of one price divided by that of such effects. */
export function penaltyOf(name: string): number {
  if (name === "base") return 0;
  for (const [start, penalty] of penalties) if (name.startsWith(start)) return penalty;
  return 0.1;
}

// A narrow effect has few listings: a model with one listing must not absorb its error. The first matching
// prefix counts.
const penalties: readonly (readonly [string, number])[] = [
  // One per cent a month is much.
  ["month", 200],
  ["brand and fuel ", 4],
  ["model and fuel ", 10],
  ["model and type ", 10],
  ["brand ", 0.15],
  ["family ", 1.5],
  ["model ", 3],
  ["power brand ", 3],
  ["power model ", 3],
  ["age late brand ", 300],
  ["age late family ", 300],
  ["age family ", 300],
  ["age brand ", 300],
  ["age model ", 300],
  ["age fuel ", 50],
  ["age type ", 50],
  ["mileage brand ", 50],
  ["mileage fuel ", 10],
];
