import type { z } from "zod";
import { carLimits } from "#domain/cars/car-limits.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { parseForm } from "#server/http/parse.ts";
import type { AppContext } from "#server/http/session.ts";
import { cutPictures, type FormPictures, maxPictureCharacters } from "./cut-pictures.ts";

/**
 * Parses a car form by the contract's schema, with the pictures in its list of images as data URLs. Each counts
 * as an upload. Throws malformed, payload_too_large, validation_failed, overloaded, body_stalled,
 * too_many_requests.
 */
export async function receiveCarForm<Schema extends z.ZodType>(
  c: AppContext,
  { body, pictures: path }: { readonly body: Schema; readonly pictures: readonly string[] },
  limits: Pick<Limits, "photoUpload">,
): Promise<{ readonly form: z.output<Schema>; readonly pictures: FormPictures }> {
  const { cut, pictures } = cutPictures(path, carLimits.maxImages);
  const form = await parseForm(c, body, { cut, maxCut: maxPictureCharacters });
  if (pictures.size > 0) await limits.photoUpload.take(callerOf(c), pictures.size);
  const memory = c.get("body");
  return { form, pictures: { byStandIn: pictures, memory } };
}
