import { z } from "zod";
import { car } from "./cars.ts";
import { idParams, looseQuery } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";
import { searchParameters } from "./search.ts";

/** Public information about a seller (specification.md#sellers). Counts are of public cars only. */
export const sellerCard = z.object({
  id: z.string(),
  /** A dealer's business; of a private person the first name. */
  name: z.string(),
  isDealer: z.boolean(),
  /** An admin has confirmed the dealer's business. */
  isVerified: z.boolean(),
  /** The year of the account. */
  memberSince: z.number(),
  /** The e-mail address is verified. */
  emailVerified: z.boolean(),
  carCount: z.number(),
  soldCount: z.number(),
});
export type SellerCard = z.infer<typeof sellerCard>;

/** A page of a seller's cars on sale, newest first by default. */
export const sellerCars = z.object({
  /** How many match the filters. */
  found: z.number(),
  /** Brands by name; `count` is what choosing one finds, whatever the current brand. */
  brands: z.array(z.object({ brand: z.string(), count: z.number() })),
  cars: z.array(car),
});
export type SellerCars = z.infer<typeof sellerCars>;

export const publicSeller = sellerCard.extend(sellerCars.shape);
export type PublicSeller = z.infer<typeof publicSeller>;

export const sellerEndpoints = {
  "GET /api/cars/{id}/seller": {
    access: "public",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: sellerCard,
    summary: "Who sells a public car.",
  },
  "GET /api/sellers/{id}": {
    access: "public",
    tells: ["X-Total-Count"],
    status: 200,
    params: idParams,
    notFound: "seller_not_found",
    query: looseQuery,
    lenient: searchParameters,
    output: publicSeller,
    summary:
      "A seller with the cars on sale; brand, minPrice, maxPrice, sort, page, limit as for cars, X-Total-Count. 404 for who has no public car.",
  },
} as const satisfies Record<string, Endpoint>;
