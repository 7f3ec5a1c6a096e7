import type { Hono } from "hono";
import type { photoEndpoints } from "#contract/photos.ts";
import { photoMessages } from "#domain/messages/photos.ts";
import { isPhotoId, parsePhotoFile } from "#domain/photos/photo-addresses.ts";
import { AppError } from "#server/http/app-error.ts";
import { hasTag } from "#server/http/if-none-match.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppEnv } from "#server/http/session.ts";
import { contentTypes } from "./file-store.ts";
import type { PhotosService } from "./photos.service.ts";
import { receiveUpload } from "./receive-upload.ts";

const immutableForAYear = "public, max-age=31536000, immutable";

export function photosRoutes(deps: {
  readonly photos: PhotosService;
  readonly limits: Pick<Limits, "photoUpload">;
}): Routes<keyof typeof photoEndpoints> {
  const { photos, limits } = deps;
  return {
    "POST /api/photos": {
      limit: limits.photoUpload,
      handle: async ({ c, actor }) => {
        await photos.assertRoom(actor.id);
        const photo = await receiveUpload(c);
        const { url, width, height, thumbhash } = await photos.addPhoto(actor.id, photo, c.req.raw.signal);
        c.header("Cache-Control", "private, no-store");
        return { url, width, height, thumbhash };
      },
    },
  };
}

/** The photos' own addresses (specification.md#photos). */
export function mountPhotoFiles(app: Hono<AppEnv>, photos: PhotosService): void {
  app.get("/photos/:id/:file", async (c) => {
    const { id, file: name } = c.req.param();
    const wanted = parsePhotoFile(name);
    const file =
      wanted === null || !isPhotoId(id) ? null : await photos.file(id, wanted.width, wanted.format);
    if (file === null || wanted === null)
      throw new AppError("not_found", { message: photoMessages.notFound });

    // The content of an address never changes, so the address is its ETag.
    const etag = `"${id}-${wanted.width}-${wanted.format}"`;
    const headers = {
      "Cache-Control": immutableForAYear,
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
      "Content-Type": contentTypes[wanted.format],
    };
    const unchanged = hasTag(c.req.header("if-none-match"), etag);
    if (unchanged || c.req.method === "HEAD") {
      await file.body.cancel();
      if (unchanged) return c.body(null, 304, headers);
      return c.body(null, 200, { ...headers, "Content-Length": String(file.size) });
    }
    return c.body(file.body, 200, { ...headers, "Content-Length": String(file.size) });
  });
}
