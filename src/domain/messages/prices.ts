import type { PriceBand } from "#domain/cars/price-bands.ts";

/** Labels of the price bands. */
export const priceBandLabels = {
  far_below: "Shumë nën treg",
  below: "Nën treg",
  fair: "Çmim i drejtë",
  above: "Mbi treg",
  far_above: "Shumë mbi treg",
} as const satisfies Record<PriceBand, string>;

/** The steps of a price estimate, in order. */
export const priceStepLabels = {
  base: "Vetura mesatare",
  model: "Marka dhe modeli",
  age: "Mosha",
  mileage: "Kilometrat",
  power: "Fuqia",
  engine: "Motori dhe karburanti",
  other: "Të tjerat",
  neighbours: "Shpalljet më të ngjashme",
} as const;
