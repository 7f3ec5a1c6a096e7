import type { CarType } from "#domain/cars/car-lists.ts";

/** Body types as people in Kosovo call them; the API's values stay (specification.md#lists). */
export const carTypeLabels: Readonly<Record<CarType, string>> = {
  Sedan: "Sedan",
  SUV: "SUV",
  Hatchback: "Hatchback",
  Coupe: "Kupe",
  Convertible: "Kabriolet",
  Pickup: "Pikap",
  Van: "Furgon",
  Wagon: "Karavan",
};

const labels: Readonly<Record<string, string>> = carTypeLabels;

/** How people call a car's body type; a type that is unknown as it is. */
export function carTypeLabel(type: string): string {
  return labels[type] ?? type;
}
