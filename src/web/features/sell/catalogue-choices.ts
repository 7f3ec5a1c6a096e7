import { carBrands } from "#domain/cars/car-brands.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";

// Two attempts, the second with a shorter timeout, in milliseconds; then the built-in list.
const brandTimeouts = { first: 10_000, retry: 8_000 };
const modelTimeouts = { first: 8_000, retry: 6_000 };

/** The values of a choice; `fallback`: the built-in ones, because the server did not answer. */
export interface Choices {
  values: readonly string[];
  fallback: boolean;
}

/** Loads the values, with a timeout in milliseconds. */
type Load = (timeoutMs: number) => Promise<string[]>;

async function choices(
  load: Load,
  timeouts: { first: number; retry: number },
  builtIn: readonly string[],
): Promise<Choices> {
  try {
    const values = await load(timeouts.first).catch(() => load(timeouts.retry));
    if (values.length > 0) return { values, fallback: false };
  } catch {
    // Both attempts failed: use the built-in list, as for an empty answer.
  }
  return { values: builtIn, fallback: true };
}

/** The choices after a reload: an earlier list of the server is better than the built-in one. */
export function betterChoices(known: Choices | undefined, asked: Choices): Choices {
  return known !== undefined && asked.fallback && !known.fallback ? known : asked;
}

export function brandChoices(load: Load): Promise<Choices> {
  return choices(load, brandTimeouts, carBrands);
}

export function modelChoices(brand: string, load: Load): Promise<Choices> {
  return choices(load, modelTimeouts, carCatalogue[brand] ?? []);
}
