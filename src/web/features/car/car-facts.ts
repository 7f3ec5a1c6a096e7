import { factsIn } from "#domain/cars/car-fields.ts";
import { carFieldTexts, factText } from "#domain/messages/car-fields.ts";
import { carMessages } from "#domain/messages/car.ts";
import type { CarDetails } from "./load-car.ts";

/** A car's technical details, formatted for people. */
export function carFacts(car: CarDetails): { name: string; value: string }[] {
  return factsIn("page").flatMap((fact) => {
    const { label, page = label } = carFieldTexts[fact];
    const value = factText(fact, car[fact]);
    return value === null ? [] : [{ name: page, value }];
  });
}

export function carName(car: Pick<CarDetails, "brand" | "model">): string {
  return `${car.brand} ${car.model}`;
}

/** The seller's displayed name: a dealer's is its business name. */
export function sellerName(car: CarDetails): string {
  const name = car.seller.isDealer ? car.seller.name : car.sellerName;
  return name.trim() === "" ? carMessages.anonymousSeller : name;
}
