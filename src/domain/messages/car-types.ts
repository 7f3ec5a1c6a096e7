import type { CarType } from "#domain/cars/car-lists.ts";

/** Body types as people in Kosovo call them; the API's values are unchanged (specification.md#lists). */
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

/** The label of a body type; an unknown type is returned unchanged. */
export function carTypeLabel(type: string): string {
  return labels[type] ?? type;
}
