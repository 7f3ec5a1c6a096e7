import { Hono } from "hono";
import { sharePicturePath } from "#domain/photos/share-picture.ts";
import { sitePicturePath } from "#domain/photos/site-picture.ts";
import { isPhotoId } from "#domain/photos/photo-addresses.ts";
import { readCar } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { hasTag } from "#server/http/if-none-match.ts";
import type { AppContext, AppEnv } from "#server/http/session.ts";
import type { OgService } from "./og.service.ts";

const fileName = /^[0-9a-z]{1,20}\.jpg$/;
const immutableForAYear = "public, max-age=31536000, immutable";
/** The site's picture has one address, whatever its name. */
const aDay = "public, max-age=86400";

/** `/og/{id}/{version}.jpg` and `/og/site.jpg`: the pictures of shared pages. */
export function ogRoutes(ctx: Context, og: OgService): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get(sitePicturePath, (c) => answerPicture(c, "site", aDay, () => og.ofSite()));

  app.get("/og/:id/:file", async (c) => {
    const { id, file } = c.req.param();
    if (!isPhotoId(id) || !fileName.test(file)) throw new AppError("not_found");
    // As a guest: a car that is not public has no picture either.
    const { car } = await readCar(ctx, null, id);
    const path = sharePicturePath(car);
    if (path !== c.req.path) {
      // From a page read before the price changed. Only current pictures are drawn, so that requests cannot
      // cause many.
      c.header("Cache-Control", "no-cache");
      return c.redirect(path, 302);
    }
    return answerPicture(c, `${id}-${file.slice(0, -".jpg".length)}`, immutableForAYear, () => og.ofCar(car));
  });

  return app;
}

async function answerPicture(
  c: AppContext,
  name: string,
  caching: string,
  picture: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const etag = `"og-${name}"`;
  const headers = {
    "Cache-Control": caching,
    ETag: etag,
    "Content-Type": "image/jpeg",
    "X-Content-Type-Options": "nosniff",
  };
  if (hasTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  const bytes = await picture();
  const length = { "Content-Length": String(bytes.byteLength) };
  return c.req.method === "HEAD"
    ? c.body(null, 200, { ...headers, ...length })
    : c.body(bytes, 200, { ...headers, ...length });
}
