import type { Kysely } from "kysely";
import type { favouriteEndpoints } from "#contract/favourites.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { Shown } from "#server/market/recording/shown.ts";
import { deleteFavourites, loadFavourites, replaceFavourites } from "./favourites.queries.ts";

export function favouritesRoutes(deps: {
  readonly db: Kysely<DB>;
  readonly shown: Pick<Shown, "done">;
  readonly limits: Pick<Limits, "favourites">;
}): Routes<keyof typeof favouriteEndpoints> {
  const { db, shown, limits } = deps;
  return {
    "GET /api/me/favourites": ({ actor }) => loadFavourites(db, actor.id),

    "PUT /api/me/favourites": {
      limit: limits.favourites,
      handle: async ({ c, actor, body }) => {
        const added = await db.transaction().execute((trx) => replaceFavourites(trx, actor.id, body.ids));
        for (const id of added) shown.done(c, "favourite", id);
        return loadFavourites(db, actor.id);
      },
    },

    "DELETE /api/me/favourites": ({ actor }) => deleteFavourites(db, actor.id),
  };
}
