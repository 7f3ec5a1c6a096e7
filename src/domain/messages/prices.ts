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
