import type { PriceBand } from "#domain/cars/price-bands.ts";

/** Where a price lies among those of such cars. */
export const priceBandLabels = {
  far_below: "Shumë nën treg",
  below: "Nën treg",
  fair: "Çmim i drejtë",
  above: "Mbi treg",
  far_above: "Shumë mbi treg",
} as const satisfies Record<PriceBand, string>;

/** The parts of a price estimate, in their order. */
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
