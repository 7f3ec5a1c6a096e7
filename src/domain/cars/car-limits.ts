/** Ranges of a car's fields. Prices in whole EUR, mileage in km, engine in cm³, power in kW (specification.md#validation, specification.md#car-states). */
export const carLimits = {
  minYear: 1990,
  minPrice: 1_000,
  maxPrice: 5_000_000,
  maxMileage: 2_000_000,
  maxImages: 10,
  maxDescription: 5_000,
  maxName: 100,
  maxModel: 60,
  maxColor: 40,
  /** Length of a reference, the owner's own name for a car. */
  maxReference: 40,
  minEngineSize: 50,
  maxEngineSize: 20_000,
  minPower: 1,
  maxPower: 2_000,
  maxSponsorshipDays: 30,
} as const;

/** The newest model year: next year's models are sold from autumn on (specification.md#validation). */
export function maxCarYear(now: Date): number {
  return now.getUTCFullYear() + 1;
}
