import type { ImportCostsAnswer } from "#contract/tariffs.ts";
import { engineCcOf } from "#domain/tariffs/import-costs.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

/** The facts of a car without customs that its costs depend on. */
export interface CostlyCar {
  readonly price: number;
  readonly year: number;
  readonly fuel: string;
  readonly engineSize: number | null;
}

/** Import costs, made outside the EU and in it. */
export interface CarCosts {
  readonly notEu: ImportCostsAnswer;
  readonly eu: ImportCostsAnswer;
}

/** Costs cannot be computed: the engine size is missing. */
export const lacksEngine = (car: Pick<CostlyCar, "fuel" | "engineSize">): boolean => engineCcOf(car) === null;

/** null if no tariff is valid today, or the call failed: nothing else depends on it. */
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
