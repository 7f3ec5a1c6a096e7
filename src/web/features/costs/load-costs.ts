import type { ImportCostsAnswer } from "#contract/tariffs.ts";
import { engineCcOf } from "#domain/tariffs/import-costs.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

/** A car that is not through the customs, as far as its costs go. */
export interface CostlyCar {
  readonly price: number;
  readonly year: number;
  readonly fuel: string;
  readonly engineSize: number | null;
}

/** What it costs until it has plates, made outside the EU and in it. */
export interface CarCosts {
  readonly notEu: ImportCostsAnswer;
  readonly eu: ImportCostsAnswer;
}

/** The costs cannot be computed: nobody has said how large the engine is. */
export const lacksEngine = (car: Pick<CostlyCar, "fuel" | "engineSize">): boolean => engineCcOf(car) === null;

/** Null where there is no tariff for today, or nobody could be asked: nothing else waits for it. */
export async function loadCosts(
  api: ApiClient,
  car: CostlyCar,
  options: { signal?: AbortSignal } = {},
): Promise<CarCosts | null> {
  const engineCc = engineCcOf(car);
  if (engineCc === null) return null;
  const { price, year, fuel } = car;
  const ask = (euOrigin: boolean) =>
    api("GET /api/import-costs", { query: { price, year, fuel, engineCc, euOrigin } }, options);
  try {
    const [notEu, eu] = await Promise.all([ask(false), ask(true)]);
    return { notEu, eu };
  } catch {
    return null;
  }
}
