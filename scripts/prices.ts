import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { type PriceEstimate, estimatePrice } from "#domain/prices/estimate-price.ts";
import { byModel, fitPrices } from "#domain/prices/fit-prices.ts";
import { modelKey } from "#domain/prices/price-model.ts";
import { type PriceRow, PriceCsvError, isListing, readPrices } from "#server/market/prices/price-csv.ts";
import { UsageError, failExpectedly } from "./site/failure.ts";

const usage = `Learns what cars are offered for from one file, and estimates the cars of another.

  npm run -s prices -- TRAIN.csv TEST.csv

Both have the columns id, brand, model, year, mileageKm, fuel, type, powerKw, engineCc and priceEur, by the names in
their header; an empty cell is unknown. It prints id,status,estimate,low,high as CSV, a line for each car of TEST.csv, and
on standard error how long it learned.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" } },
  });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const [train, test, ...rest] = positionals;
  if (train === undefined || test === undefined || rest.length > 0) throw new UsageError(usage);
  const [learned, asked] = [await readPrices(train), await readPrices(test)];
  const listings = learned.filter(isListing);
  if (listings.length === 0) throw new PriceCsvError(`${train}: no line has brand, model, year and price.`);

  const since = performance.now();
  const year = listings.reduce((latest, listing) => Math.max(latest, listing.year), 0);
  const { model } = fitPrices(listings, { year, asOf: null });
  console.error(`fit: ${((performance.now() - since) / 1000).toFixed(2)} s, ${listings.length} cars`);
  if (listings.length < learned.length) {
    console.error(`${learned.length - listings.length} lines of ${train} say too little to be learned from.`);
  }
  const candidates = byModel(listings);
  const lines = asked.map((row) => {
    const answer =
      row.year === null
        ? null
        : estimatePrice(model, { ...row, year: row.year }, candidates.get(modelKey(row)) ?? []);
    return lineOf(row, answer);
  });
  process.stdout.write(["id,status,estimate,low,high", ...lines, ""].join("\n"));
}

function lineOf({ id }: PriceRow, answer: PriceEstimate | null): string {
  const quoted = /[",\r\n]/.test(id) ? `"${id.replaceAll('"', '""')}"` : id;
  return [
    quoted,
    answer?.status ?? "none",
    answer?.estimate ?? "",
    answer?.low ?? "",
    answer?.high ?? "",
  ].join(",");
}

// A fit retains 40 MB and makes much garbage: with a fixed young generation it needs 220 MB, else 350.
setFlagsFromString("--semi-space-growth-factor=1");
try {
  await main();
} catch (error) {
  failExpectedly(error, usage);
}
