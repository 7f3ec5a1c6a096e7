/**
 * Are the price estimates good? Learns from four fifths of a file of asking prices, the way the site does, and asks for
 * the last fifth; five times with other splits. Prints the median of the five beside what is promised.
 *
 *     npm run eval:prices -- FILE.csv
 *
 * The file has the columns of `npm run prices`. The model goes through its JSON, as it does on the site.
 */
import { estimatePrice } from "#domain/prices/estimate-price.ts";
import { byModel, fitPrices } from "#domain/prices/fit-prices.ts";
import type { PricedListing } from "#domain/prices/price-facts.ts";
import { modelKey, parsePriceModel } from "#domain/prices/price-model.ts";
import { isListing, readPrices } from "#server/prices/price-csv.ts";

const seeds = [1, 2, 3, 4, 5];

/** The same dice on every machine (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2;
}

const share = <T>(list: readonly T[], test: (value: T) => boolean) => list.filter(test).length / list.length;

function measure(train: readonly PricedListing[], test: readonly PricedListing[]): Record<string, number> {
  const year = Math.max(...train.map((listing) => listing.year));
  const since = performance.now();
  const fitted = fitPrices(train, { year, asOf: null });
  const seconds = (performance.now() - since) / 1000;
  const model = parsePriceModel(JSON.parse(JSON.stringify(fitted.model)));
  if (model === null) throw new Error("The model does not survive its JSON.");
  const candidates = byModel(train);
  const answers = test.map((listing) => {
    const answer = estimatePrice(model, listing, candidates.get(modelKey(listing)) ?? [], {
      price: listing.price,
    });
    const cheap = estimatePrice(model, listing, candidates.get(modelKey(listing)) ?? [], {
      price: listing.price * 0.65,
    });
    return { listing, answer, cheap, age: year - listing.year };
  });
  const estimated = answers.filter(({ answer }) => answer.status !== "none");
  const rated = answers.filter(({ answer }) => answer.status === "rated");
  const errorOf = (list: typeof answers) =>
    median(list.map(({ answer, listing }) => Math.abs((answer.estimate ?? 0) / listing.price - 1)));
  const coverOf = (list: typeof answers) =>
    share(
      list,
      ({ answer, listing }) => listing.price >= (answer.low ?? 0) && listing.price <= (answer.high ?? 0),
    );
  const upTo10 = estimated.filter(({ age }) => age <= 10);
  const upTo15 = estimated.filter(({ age }) => age > 10 && age <= 15);
  const above = estimated.filter(({ age }) => age > 15);
  return {
    error: errorOf(estimated),
    "error to 10": errorOf(upTo10),
    "error to 15": errorOf(upTo15),
    "error above": errorOf(above),
    estimated: estimated.length / answers.length,
    rated: rated.length / answers.length,
    covered: coverOf(estimated),
    "covered to 10": coverOf(upTo10),
    "covered to 15": coverOf(upTo15),
    "covered above": coverOf(above),
    "cut found": share(rated, ({ cheap }) => cheap.band === "far_below"),
    seconds,
    ownError: fitted.figures.medianError ?? NaN,
  };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("npm run eval:prices -- FILE.csv");
const listings = (await readPrices(path)).filter(isListing);
const rounds = seeds.map((seed) => {
  const mixed = shuffled(listings, dice(seed));
  const cut = Math.round(mixed.length * 0.8);
  return measure(mixed.slice(0, cut), mixed.slice(cut));
});
for (const name of Object.keys(rounds[0] ?? {})) {
  console.log(
    name.padEnd(16),
    median(rounds.map((round) => round[name] ?? NaN)).toFixed(4),
    rounds.map((round) => (round[name] ?? NaN).toFixed(3)).join(" "),
  );
}
