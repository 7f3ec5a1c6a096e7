/** What makes two cars of a kind similar: price in EUR, mileage in km. */
export interface ComparedCar {
  readonly price: number;
  readonly year: number;
  readonly mileage: number;
}

// To a buyer each of these is an equal difference.
const priceFactor = Math.log(1.2);
const years = 2;
const kilometres = 30_000;
const kilometresOfWay = 60;
/** All of Kosovo is within reach: distance alone never excludes a car. */
const maxWay = 1.5;

/**
 * How different a buyer finds two cars of a kind; 0 for equal, about 1 for a fifth of the price, two years,
 * 30,000 km, or an hour's drive. `way`: km between their towns, null if unknown.
 */
export function dissimilarity(one: ComparedCar, other: ComparedCar, way: number | null): number {
  return (
    Math.abs(Math.log(Math.max(one.price, 1) / Math.max(other.price, 1))) / priceFactor +
    Math.abs(one.year - other.year) / years +
    Math.abs(one.mileage - other.mileage) / kilometres +
    (way === null ? maxWay : Math.min(way / kilometresOfWay, maxWay))
  );
}
