import type { Suggestion } from "#contract/search.ts";
import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import { brandSynonyms, locationSynonyms } from "#domain/search/synonyms.ts";
import { type Word, compact, wordsOf } from "#domain/search/words.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import type { CarIndex } from "./car-index.ts";

/** Something that typed letters may become. */
interface Candidate {
  kind: "brand" | "model" | "location";
  label: string;
  choice: Partial<CarSearch>;
  keys: readonly string[];
}

const mostSuggestions = 8;
/** Counting is a search each; beyond these the likeliest are good enough. */
const mostCounted = 16;
const longestTail = 4;

/** All brands and models that the cars have, and all towns, by the letters that lead to them. */
export function suggestionCandidates(index: CarIndex): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [brand, models] of index.models) {
    const names = [brand, ...(brandSynonyms[brand] ?? [])].map(compact);
    candidates.push({ kind: "brand", label: brand, choice: { brand: [brand] }, keys: names });
    for (const model of models.values()) {
      const key = compact(model);
      candidates.push({
        kind: "model",
        label: `${brand} ${model}`,
        choice: { brand: [brand], model: [model] },
        keys: [key, ...names.map((name) => name + key)],
      });
    }
  }
  for (const { name, aliases } of municipalities) {
    candidates.push({
      kind: "location",
      label: name,
      choice: { location: [name] },
      keys: [name, ...aliases, ...(locationSynonyms[name] ?? [])].map(compact),
    });
  }
  return candidates;
}

function suggestion(kind: Suggestion["kind"], label: string, search: CarSearch, count: number): Suggestion {
  return { kind, label, query: carSearchParams(search).toString(), count };
}

/** Brands, models and towns that begin with the last words; what stands before those stays as words. */
function namesBegun(
  q: string,
  tail: readonly Word[],
  index: CarIndex,
  candidates: readonly Candidate[],
  totalOf: (search: CarSearch) => number,
): Suggestion[] {
  const key = tail.map((word) => word.folded).join("");
  const head = q.slice(0, tail[0]?.start ?? 0).trim();
  const livingWith = ({ kind, label, choice }: Candidate): number =>
    index.columns[kind].livingWith((kind === "model" ? choice.model?.[0] : label) ?? "");
  const begun = candidates
    .filter((candidate) => candidate.keys.some((one) => one.startsWith(key)))
    .map((candidate) => ({
      candidate,
      exact: Number(candidate.keys.includes(key)),
      brand: Number(candidate.kind === "brand"),
      living: livingWith(candidate),
    }))
    .filter((one) => one.living > 0)
    .toSorted(
      (a, b) =>
        b.exact - a.exact ||
        b.brand - a.brand ||
        b.living - a.living ||
        (a.candidate.label < b.candidate.label ? -1 : 1),
    )
    .slice(0, mostCounted);
  const found = new Map<string, Suggestion>();
  for (const { candidate } of begun) {
    if (found.size === mostSuggestions) break;
    const search: CarSearch = { ...emptySearch, ...candidate.choice, q: head };
    const count = totalOf(search);
    const label = head === "" ? candidate.label : `${head} ${candidate.label}`;
    if (count > 0 && !found.has(label)) found.set(label, suggestion(candidate.kind, label, search, count));
  }
  return [...found.values()];
}

/**
 * What the typed letters may become, each with the exact number of cars it leads to: brands, models and towns that
 * begin so (what was typed before them stays as words), the car of that number, and the words themselves.
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
  for (let length = Math.min(words.length, longestTail); length > 0 && found.length === 0; length--) {
    found = namesBegun(q, words.slice(-length), index, candidates, totalOf);
  }

  const asWords: CarSearch = { ...emptySearch, q: q.trim() };
  const only = words.length === 1 ? (words[0]?.folded ?? "") : "";
  const slot = /^\d{5,9}$/.test(only) ? index.slotOfNumber(Number(only)) : -1;
  if (slot !== -1) {
    return [suggestion("car", `${index.describe(slot)} (${only})`, { ...emptySearch, q: only }, 1), ...found];
  }
  const count = totalOf(asWords);
  if (count > 0 && found.every((one) => one.label !== asWords.q))
    found.push(suggestion("words", asWords.q, asWords, count));
  return found;
}
