import { searchMessages as text } from "#domain/messages/search.ts";
import type { AskedFeature } from "./features.ts";
import {
  type BoundName,
  type ListName,
  boundNames,
  listNames,
  rangeFields,
  recordOf,
} from "./search-fields.ts";
import type { TypedBounds } from "./typed-bounds.ts";
import type { Meaning } from "./meaning.ts";
import type { PreferredOrder } from "./preferred-order.ts";

/** How a part of the query was understood; the contract's `understood`. */
export interface Understood {
  param: string;
  value: string;
  label: string;
  text: string;
}

/** An unknown word: cars must have it in their text. */
export interface FreeWord {
  word: string;
  /** The last word may be incomplete: any word with this prefix matches. */
  prefix: boolean;
}

/** The conditions of a query's words, in addition to the filters. Lists: any of the values; empty: no condition. */
export interface QueryMeaning {
  lists: Readonly<Record<ListName, readonly string[]>>;
  bounds: Readonly<Record<BoundName, number | null>>;
  /** Features that a car's text and facts must have; all of them. */
  features: readonly AskedFeature[];
  /** A car's number in the query. */
  number: number | null;
  freeWords: readonly FreeWord[];
  /** All meaningful words, for relevance. */
  relevant: readonly string[];
  /** Replaces relevance in the standard order; null: not requested. */
  order: PreferredOrder | null;
  understood: readonly Understood[];
  /** The parts that can be dropped one by one if nothing is found, as typed. */
  units: readonly string[];
}

/** One entry for both ends: `year` is "2015", "2012-2021" or "2019-". */
export function understoodYears(from: number, to: number | null, typed: string): Understood {
  const value = from === to ? String(from) : `${from}-${to ?? ""}`;
  return { param: "year", value, label: text.years(from, to), text: typed };
}

/** Collects the meanings of the parts. */
export class MeaningBuilder {
  readonly lists: Record<ListName, string[]> = recordOf(listNames, () => []);
  readonly bounds: Record<BoundName, number | null> = recordOf(boundNames, () => null);
  readonly features: AskedFeature[] = [];
  number: number | null = null;
  readonly #preferences: { order: PreferredOrder; typed: string }[] = [];
  readonly freeWords: FreeWord[] = [];
  readonly understood: Understood[] = [];
  readonly units: string[] = [];
  #typedYears: Years | null = null;
  #generationYears: Years | null = null;
  /** Models that begin with the name but are not of this generation: "passat b8" is no Passat CC. */
  readonly #ofNoGeneration = new Set<string>();
  readonly #brandOf = new Map<Understood, string>();
  readonly #brandsOfModels = new Set<string>();

  part(meaning: Meaning, typed: string): void {
    const { param, values, label, years, brands = [] } = meaning;
    if (param === "model" && !brands.some((brand) => this.lists.brand.includes(brand)))
      for (const brand of brands) this.#brandsOfModels.add(brand);
    if (param === "feature") this.features.push(...values.map((id) => ({ id, not: meaning.not === true })));
    else this.lists[param].push(...values.filter((value) => !this.lists[param].includes(value)));
    const value = `${meaning.not === true ? "-" : ""}${values.join(",")}`;
    const said: Understood = { param, value, label, text: typed };
    if (param === "model" && brands.length === 1) this.#brandOf.set(said, brands.join());
    // Of a generation beside another model only the years remain.
    if (values.length > 0) this.understood.push(said);
    if (meaning.engine !== undefined) this.#engine(meaning.engine, typed);
    if (years !== undefined) {
      for (const model of meaning.except ?? []) this.#ofNoGeneration.add(model);
      this.#generationYears = widen(this.#generationYears, years);
      this.understood.push(understoodYears(years.from, years.to, typed));
    }
    this.units.push(typed);
  }

  /** The engine in a model's name: one word means both. */
  #engine({ values, label }: Meaning, typed: string): void {
    this.features.push(...values.map((id) => ({ id, not: false })));
    this.understood.push({ param: "feature", value: values.join(","), label, text: typed });
  }

  /** Extends the previous part by more words: a code after a model. */
  lengthen(typed: string): void {
    const before = this.units.pop();
    for (const said of this.understood) if (said.text === before) said.text = typed;
    this.units.push(typed);
  }

  /** A range of figures, typed as `typed`. A second word for the same bound replaces it. */
  range({ field, min, max }: TypedBounds, typed: string): void {
    const { text: label, ...names } = rangeFields[field];
    const add = (param: BoundName, value: number, labelOf: (value: number) => string) => {
      this.bounds[param] = value;
      this.understood.push({ param, value: String(value), label: labelOf(value), text: typed });
    };
    if (min !== null) add(names.min, min, label.from);
    if (max !== null) add(names.max, max, label.to);
    this.units.push(typed);
  }

  /** Years of several words widen each other: "2015 2018" is from 2015 to 2018. */
  year(year: number): void {
    this.#typedYears = widen(this.#typedYears, { from: year, to: year });
  }

  prefer(order: PreferredOrder, typed: string): void {
    this.#preferences.push({ order, typed });
  }

  get order(): PreferredOrder | null {
    return this.#firstPreference?.order ?? null;
  }

  /** Together with a maximum, "cheap" is no order: the cheapest of those are the worst. */
  get #firstPreference(): { order: PreferredOrder; typed: string } | undefined {
    const { maxPrice, maxMileage } = this.bounds;
    return this.#preferences.find(({ order }) => (order === "price_asc" ? maxPrice : maxMileage) === null);
  }

  /** Unless nothing would be left. */
  #models(): readonly string[] {
    const rest = this.lists.model.filter((model) => !this.#ofNoGeneration.has(model));
    return rest.length > 0 ? rest : this.lists.model;
  }

  /** A model typed without its brand gets its full name. */
  allUnderstood(): readonly Understood[] {
    const firstPreference = this.#firstPreference;
    const models = this.#models();
    const known = this.understood.map((one) => {
      const isModel = one.param === "model";
      const value = one.value.split(",").filter((name) => !isModel || models.includes(name));
      const said = isModel ? { ...one, value: value.join(",") } : one;
      const brand = this.#brandOf.get(one);
      return brand === undefined || this.lists.brand.includes(brand)
        ? said
        : { ...said, label: `${brand} ${said.label}` };
    });
    if (firstPreference === undefined) return known;
    const { order, typed } = firstPreference;
    return [...known, { param: "sort", value: order, label: text.orders[order], text: typed }];
  }

  /** "Golf ose Audi A4": adds the model's own brand to the other one. */
  allLists(): Record<ListName, readonly string[]> {
    const { brand } = this.lists;
    const lists = { ...this.lists, model: this.#models() };
    if (brand.length === 0) return lists;
    return { ...lists, brand: [...new Set([...brand, ...this.#brandsOfModels])] };
  }

  /** "Golf 7 2015" asks for both; `nga` and `deri` narrow further. */
  allBounds(): Record<BoundName, number | null> {
    const from = [this.bounds.minYear, this.#generationYears?.from, this.#typedYears?.from];
    const to = [this.bounds.maxYear, this.#generationYears?.to, this.#typedYears?.to];
    const minYear = given(from).length === 0 ? null : Math.max(...given(from));
    const maxYear = given(to).length === 0 ? null : Math.min(...given(to));
    // "Nga 2018 deri 2012": years may be in either order.
    const isReversed =
      this.bounds.minYear !== null && this.bounds.maxYear !== null && this.#generationYears === null;
    return isReversed && minYear !== null && maxYear !== null && minYear > maxYear
      ? { ...this.bounds, minYear: maxYear, maxYear: minYear }
      : { ...this.bounds, minYear, maxYear };
  }
}

function given(years: readonly (number | null | undefined)[]): number[] {
  return years.filter((year) => typeof year === "number");
}

interface Years {
  from: number;
  to: number | null;
}

function widen(known: Years | null, more: Years): Years {
  if (known === null) return more;
  return {
    from: Math.min(known.from, more.from),
    to: known.to === null || more.to === null ? null : Math.max(known.to, more.to),
  };
}
