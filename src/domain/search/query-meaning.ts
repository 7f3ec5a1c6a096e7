import { searchMessages as text } from "#domain/messages/search.ts";
import type { ListFilter, RangeFilter } from "./car-search.ts";
import type { Meaning } from "./vocabulary.ts";

/** What a part of the words was taken for; the contract's `understood`. */
export interface Understood {
  param: string;
  value: string;
  label: string;
  text: string;
}

/** A word that names nothing the product knows: cars must have it in their text. */
export interface FreeWord {
  word: string;
  /** The last word may still be under way: any word that begins like it counts. */
  prefix: boolean;
}

/** What the words of a search ask for, on top of its filters. Lists: any of the values; empty: not asked for. */
export interface QueryMeaning {
  lists: Readonly<Record<ListFilter, readonly string[]>>;
  customsPaid: readonly boolean[];
  ranges: Readonly<Record<RangeFilter, number | null>>;
  /** A car's number, said aloud. */
  number: number | null;
  freeWords: readonly FreeWord[];
  /** All words that say something, for relevance. */
  relevant: readonly string[];
  understood: readonly Understood[];
  /** The parts that can be left out one by one where nothing is found, as typed. */
  units: readonly string[];
}

/** One entry for both ends: `year` is "2015", "2012-2021" or "2019-". */
export function understoodYears(from: number, to: number | null, typed: string): Understood {
  const value = from === to ? String(from) : `${from}-${to ?? ""}`;
  return { param: "year", value, label: text.years(from, to), text: typed };
}

/** Gathers what the parts of the words ask for. */
export class MeaningBuilder {
  readonly lists: Record<ListFilter, string[]> = {
    brand: [],
    model: [],
    type: [],
    fuel: [],
    origin: [],
    location: [],
    transmission: [],
    condition: [],
  };
  readonly customsPaid: boolean[] = [];
  readonly ranges: Record<RangeFilter, number | null> = {
    minPrice: null,
    maxPrice: null,
    minYear: null,
    maxYear: null,
    minMileage: null,
    maxMileage: null,
  };
  number: number | null = null;
  readonly freeWords: FreeWord[] = [];
  readonly understood: Understood[] = [];
  readonly units: string[] = [];
  private typedYears: Years | null = null;
  private generationYears: Years | null = null;

  part(meaning: Meaning, typed: string): void {
    const { param, values, label, years } = meaning;
    if (param === "customsPaid") this.customsPaid.push(...values.map((value) => value === "true"));
    else this.lists[param].push(...values.filter((value) => !this.lists[param].includes(value)));
    this.understood.push({ param, value: values.join(","), label, text: typed });
    if (years !== undefined) {
      this.generationYears = widen(this.generationYears, years);
      this.understood.push(understoodYears(years.from, years.to, typed));
    }
    this.units.push(typed);
  }

  /** Years of several words widen each other: "2015 2018" is from 2015 to 2018. */
  year(year: number): void {
    this.typedYears = widen(this.typedYears, { from: year, to: year });
  }

  /** "Golf 7 2015" asks for both; `nga` and `deri` narrow further. */
  allRanges(): Record<RangeFilter, number | null> {
    const from = [this.ranges.minYear, this.generationYears?.from, this.typedYears?.from];
    const to = [this.ranges.maxYear, this.generationYears?.to, this.typedYears?.to];
    return {
      ...this.ranges,
      minYear: given(from).length === 0 ? null : Math.max(...given(from)),
      maxYear: given(to).length === 0 ? null : Math.min(...given(to)),
    };
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
