import type { Car } from "#contract/cars.ts";
import { type CarType, carTypes } from "#domain/cars/car-lists.ts";
import type { ApiClient } from "#web/lib/api-types.ts";

/** specification.md#home: the carousel holds at most 15 cars. */
const newestCount = 15;
const popularBrandCount = 12;

/** What the carousel shows of a car. */
export type NewestCar = {
  id: string;
  name: string;
  year: number;
  /** EUR */
  price: number;
  location: string;
  isRecommended: boolean;
  photo: { url: string; thumbhash: string | null };
};

/** Brand and number of cars. */
export type BrandCount = readonly [brand: string, count: number];

/** Body type and number of cars. */
export type TypeCount = readonly [type: CarType, count: number];

export type Market = {
  total: number;
  /** All brands with cars on sale, A to Z. */
  brands: readonly BrandCount[];
  /** Body types with cars on sale, in the specification's order. */
  types: readonly TypeCount[];
};

/** The newest cars with a photo (specification.md#home). */
export async function loadNewest(api: ApiClient): Promise<NewestCar[]> {
  const cars = await api("GET /api/cars", { query: { sort: "createdAt_desc", limit: newestCount } });
  return cars.flatMap(newestCar);
}

export async function loadMarket(api: ApiClient): Promise<Market> {
  const facets = await api("GET /api/cars/facets", { query: { fields: "brand,type" } });
  return {
    total: facets.total,
    brands: brandsOf(facets.brand ?? {}),
    types: carTypes.flatMap((type): TypeCount[] => {
      const count = facets.type?.[type] ?? 0;
      return count > 0 ? [[type, count]] : [];
    }),
  };
}

export function popularBrands(market: Market): BrandCount[] {
  return market.brands.toSorted(([, a], [, b]) => b - a).slice(0, popularBrandCount);
}

function brandsOf(counts: Readonly<Record<string, number>>): BrandCount[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => a.localeCompare(b, "sq"));
}

function newestCar(car: Car): NewestCar[] {
  const photo = car.photos[0];
  if (!photo) return [];
  return [
    {
      id: car._id,
      name: `${car.brand} ${car.model}`,
      year: car.year,
      price: car.price,
      location: car.location,
      isRecommended: car.isRecommended,
      photo: { url: photo.url, thumbhash: photo.thumbhash },
    },
  ];
}
