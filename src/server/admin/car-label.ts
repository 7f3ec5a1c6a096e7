/** A car's label in the audit log: "Audi A4, 2018 (10023)". */
export function carLabel(car: { brand: string; model: string; year: number; number: number }): string {
  return `${car.brand} ${car.model}, ${car.year} (${car.number})`;
}
