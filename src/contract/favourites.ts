import { z } from "zod";
import { maxFavourites } from "#domain/accounts/account-limits.ts";
import { uuidPattern } from "#domain/text/uuid.ts";
import { noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** `PUT /api/me/favourites`: all of them, newest first. Cars that nobody may open any more are dropped. */
export const favouritesBody = z.strictObject({
  ids: z.array(z.string().regex(uuidPattern)).max(maxFavourites),
});

export const accountFavourites = z.object({
  /** Whether the account stores favourites. */
  kept: z.boolean(),
  /** Newest first. */
  favourites: z.array(
    z.object({
      id: z.string(),
      /** EUR, on the day when the account got it. */
      price: z.number(),
      since: z.string(),
    }),
  ),
});
export type AccountFavourites = z.infer<typeof accountFavourites>;

export const favouriteEndpoints = {
  "GET /api/me/favourites": {
    access: "user",
    status: 200,
    output: accountFavourites,
    summary: "The favourites that the account keeps, where its owner has asked for it.",
  },
  "PUT /api/me/favourites": {
    access: "user",
    status: 200,
    body: favouritesBody,
    output: accountFavourites,
    summary: "Keeps exactly these favourites in the account. Those that are there keep their price and day.",
  },
  "DELETE /api/me/favourites": {
    access: "user",
    status: 204,
    output: noContent,
    summary: "The account keeps no favourites any more.",
  },
} as const satisfies Record<string, Endpoint>;
