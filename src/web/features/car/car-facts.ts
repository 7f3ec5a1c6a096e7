import { formatEngineSize, formatKm, formatMonth, formatPower } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { carMessages } from "#domain/messages/car.ts";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import type { CarDetails } from "./load-car.ts";

/** The technical details that a car has, as people read them. */
export function carFacts(car: CarDetails): { name: string; value: string }[] {
  const facts: [name: string, value: string | null][] = [
    [text.facts.year, String(car.year)],
    [text.facts.mileage, formatKm(car.mileage)],
    [text.facts.fuel, car.fuel],
    [text.facts.transmission, car.transmission],
    [text.facts.type, carTypeLabel(car.type)],
    [text.facts.engine, car.engineSize === null ? null : formatEngineSize(car.engineSize)],
    [text.facts.power, car.power === null ? null : formatPower(car.power)],
    [text.facts.customs, customs(car.customsPaid)],
    [text.facts.registered, car.registeredUntil === null ? null : formatMonth(car.registeredUntil)],
    [text.facts.condition, car.condition],
    [text.facts.origin, car.origin],
    [text.facts.color, car.color],
    [text.facts.location, car.location],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === "" ? [] : [{ name, value }]));
}

function customs(paid: boolean | null): string | null {
  if (paid === null) return null;
  return paid ? carMessages.customsPaid : carMessages.customsNotPaid;
}

export function carName(car: Pick<CarDetails, "brand" | "model">): string {
  return `${car.brand} ${car.model}`;
}

/** The name to show for whoever sells it: a dealer's is its business name. */
export function sellerName(car: CarDetails): string {
  const name = car.seller.isDealer ? car.seller.name : car.sellerName;
  return name.trim() === "" ? carMessages.anonymousSeller : name;
}
