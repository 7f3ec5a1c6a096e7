import { formatEuro } from "#domain/format/format.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { priceBandLabels } from "./prices.ts";

/** Texts of sharing a page with others. */
export const shareMessages = {
  label: "Shpërndaje",
  system: "Shpërndaje",
  whatsapp: "WhatsApp",
  viber: "Viber",
  facebook: "Facebook",
  copy: "Kopjo lidhjen",
  copied: "Adresa u kopjua",
  copyFailed: "Adresa nuk u kopjua. Kopjojeni nga shfletuesi.",
} as const;

interface SharedCar {
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  /** In EUR. */
  readonly price: number;
  readonly priceBand: PriceBand | null;
}

/** A car's title when it is shared: with its price, and whether that is fair. */
export function shareTitle({ brand, model, year, price, priceBand }: SharedCar): string {
  const told = `${brand} ${model}, ${year}, ${formatEuro(price)}`;
  return priceBand === null ? told : `${told} (${priceBandLabels[priceBand].toLowerCase()})`;
}
