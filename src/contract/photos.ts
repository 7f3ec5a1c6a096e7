import { z } from "zod";
import { pictureTypes } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

export const uploadedPhoto = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

/** The body is the raw picture, or multipart with the field `photo`. */
export const photoEndpoints = {
  "POST /api/photos": {
    access: "user",
    errors: ["unsupported_picture", "photos_full", "validation_failed"],
    accepts: pictureTypes,
    status: 201,
    body: "raw",
    output: uploadedPhoto,
    summary: "Takes a picture (JPEG, PNG, WebP, AVIF, HEIC; up to 25 MB and 50 megapixels).",
  },
} as const satisfies Record<string, Endpoint>;
