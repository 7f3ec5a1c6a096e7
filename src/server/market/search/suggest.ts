import type { Suggestion } from "#contract/search.ts";
import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import { valueLabel } from "#domain/search/search-fields.ts";
import { phoneticNames } from "#domain/search/phonetic-names.ts";
import { brandSynonyms, locationSynonyms, mercedesClasses, namedValues } from "#domain/search/synonyms.ts";
import { operatorWords } from "#domain/search/typed-bounds.ts";
import { type Word, compact, wordsOf } from "#domain/search/words.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import type { CarIndex } from "./car-index.ts";

/** A possible completion. */
interface Candidate {
  kind: Exclude<Suggestion["kind"], "car" | "words">;
  /** In the column of its kind. */
  value: string;
  label: string;
  choice: Partial<CarSearch>;
  /** Its own names: one letter is enough. */
  keys: readonly string[];
  /** Other names; they match only with more letters. */
  alsoKeys: readonly string[];
  /** Spoken forms: "mercedes class e". Ranked after matches by name, like the C-Class. */
  phoneticKeys?: readonly string[];
}

const maxSuggestions = 8;
/** Each count is a search; beyond these the order is good enough. */
const maxCounted = 16;
const maxTailLength = 4;
/** "b" is a BMW and no Benz, a Bentley and no Besiana. */
const minOtherNameLength = 3;

const phoneticOf = new Map<string, string[]>();
for (const { subject, names } of [...phoneticNames, ...mercedesClasses])
  phoneticOf.set(subject, [...(phoneticOf.get(subject) ?? []), ...names.map(compact)]);

/** All brands, models, towns and list values as completions. */
export function suggestionCandidates(index: CarIndex): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [brand, models] of index.models) {
    const others = (brandSynonyms[brand] ?? []).map(compact);
    const names = [compact(brand), ...others];
    candidates.push({
      kind: "brand",
      value: brand,
      label: brand,
      choice: { brand: [brand] },
      keys: [compact(brand)],
      alsoKeys: others,
    });
    for (const model of models.values()) {
      const key = compact(model);
      const byEar = phoneticOf.get(`${brand} ${model}`) ?? [];
      const besideBrand = (one: string) => names.map((name) => name + one);
      candidates.push({
        kind: "model",
        value: model,
        label: `${brand} ${model}`,
        choice: { brand: [brand], model: [model] },
        keys: [key, compact(brand) + key],
        alsoKeys: besideBrand(key),
        phoneticKeys: [...byEar, ...byEar.flatMap(besideBrand)],
      });
    }
  }
  for (const { name, aliases } of municipalities) {
    candidates.push({
      kind: "location",
      value: name,
      label: name,
      choice: { location: [name] },
      keys: [compact(name)],
      alsoKeys: [...aliases, ...(locationSynonyms[name] ?? [])].map(compact),
    });
  }
  for (const { field, value, names } of namedValues) {
    candidates.push({
      kind: field,
      value,
      label: valueLabel(field, value),
      choice: { [field]: [value] },
      keys: [],
      alsoKeys: names.map(compact),
    });
  }
  return candidates;
}

const none: readonly string[] = [];

function hasKey(keys: readonly string[], key: string): boolean {
  return keys.some((one) => one.startsWith(key));
}

function leadsTo({ keys, alsoKeys, phoneticKeys = none }: Candidate, key: string, shortest: number): boolean {
  if (hasKey(keys, key)) return true;
  return key.length >= shortest
    ? hasKey(alsoKeys, key) || hasKey(phoneticKeys, key)
    : alsoKeys.includes(key) || phoneticKeys.includes(key);
}

/** After "deri", "nga" or "pa" a figure is no name: "deri 5" is no Peugeot 508. */
const expectsNoName: ReadonlySet<string> = new Set([...operatorWords, "pa", "e", "i", "jo"]);

function suggestion(kind: Suggestion["kind"], label: string, search: CarSearch, count: number): Suggestion {
  return { kind, label, query: carSearchParams(search).toString(), count };
}

/**
 * Brands, models, towns and values that begin with the last words; the words before stay. Other names than
 * their own need so many letters (`shortest`).
 */
function namesBegun(
  q: string,
  tail: readonly Word[],
  index: CarIndex,
  candidates: readonly Candidate[],
  totalOf: (search: CarSearch) => number,
  shortest = minOtherNameLength,
): Suggestion[] {
  const key = tail.map((word) => word.folded).join("");
  const head = q.slice(0, tail[0]?.start ?? 0).trim();
  const isAfterOperator = expectsNoName.has(wordsOf(head).at(-1)?.folded ?? "");
  if (isAfterOperator && (key.length < minOtherNameLength || /\d/.test(key))) return [];
  const begun = candidates
    .filter((candidate) => leadsTo(candidate, key, shortest))
    .map((candidate) => ({
      candidate,
      exact: Number(
        [candidate.keys, candidate.alsoKeys, candidate.phoneticKeys ?? none].some((all) => all.includes(key)),
      ),
      brand: Number(candidate.kind === "brand"),
      named: Number(hasKey(candidate.keys, key) || hasKey(candidate.alsoKeys, key)),
      live: index.columns[candidate.kind].liveWith(candidate.value),
    }))
    .filter((one) => one.live > 0)
    .toSorted(
      (a, b) =>
        b.exact - a.exact ||
        b.brand - a.brand ||
        b.named - a.named ||
        b.live - a.live ||
        (a.candidate.label < b.candidate.label ? -1 : 1),
    )
    .slice(0, maxCounted);
  const found = new Map<string, Suggestion>();
  for (const { candidate } of begun) {
    if (found.size === maxSuggestions) break;
    const search: CarSearch = { ...emptySearch, ...candidate.choice, q: head };
    const count = totalOf(search);
    const label = head === "" ? candidate.label : `${head} ${candidate.label}`;
    if (count > 0 && !found.has(label)) found.set(label, suggestion(candidate.kind, label, search, count));
  }
  return [...found.values()];
}

/** The meaning without the last, incomplete word: "golf" of "golf xh", "golf deri x". */
function wordsBefore(
  q: string,
  words: readonly Word[],
  totalOf: (search: CarSearch) => number,
): Suggestion | null {
  const said = words.slice(0, -1);
  const whole = said.slice(0, said.findLastIndex((word) => !expectsNoName.has(word.folded)) + 1);
  const asWords: CarSearch = { ...emptySearch, q: q.slice(0, whole.at(-1)?.end ?? 0).trim() };
  if (asWords.q === "") return null;
  const count = totalOf(asWords);
  return count > 0 && count < totalOf(emptySearch) ? suggestion("words", asWords.q, asWords, count) : null;
}

/**
 * Completions with exact counts: brands, models, towns and list values with this prefix (earlier words stay),
 * the car with that number, and the words themselves if they add a condition. It never becomes empty while
 * typing: before "golf diz" leads to "golf Diesel", "golf d" does, and "golf x" leads to what "golf" finds.
 */
export function suggest(
  q: string,
  index: CarIndex,
  candidates: readonly Candidate[],
  totalOf: (search: CarSearch) => number,
): Suggestion[] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  let found: Suggestion[] = [];
  for (let length = Math.min(words.length, maxTailLength); length > 0 && found.length === 0; length--) {
    found = namesBegun(q, words.slice(-length), index, candidates, totalOf);
  }

  const asWords: CarSearch = { ...emptySearch, q: q.trim() };
  const only = words.length === 1 ? (words[0]?.folded ?? "") : "";
  const slot = /^\d{5,9}$/.test(only) ? index.slotOfNumber(Number(only)) : -1;
  if (slot !== -1) {
    return [suggestion("car", `${index.describe(slot)} (${only})`, { ...emptySearch, q: only }, 1), ...found];
  }
  const count = totalOf(asWords);
  const saysNothing = count === totalOf(emptySearch);
  // "Mer" finds the same as the suggested Mercedes, "golf 7 aut" as the suggested gearbox.
  const isThere = found.some(({ label, count: theirs }) => label === asWords.q || theirs === count);
  if (count > 0 && !saysNothing && !isThere) found.push(suggestion("words", asWords.q, asWords, count));
  if (found.length > 0) return found;
  const before = wordsBefore(q, words, totalOf);
  return [
    ...namesBegun(q, words.slice(-1), index, candidates, totalOf, 1),
    ...(before === null ? [] : [before]),
  ];
}
