import { photoMessages } from "#domain/messages/photos.ts";
import { maxPhotoBytes } from "#domain/photos/photo-limits.ts";
import { AppError } from "#server/http/app-error.ts";
import { receiveBytes } from "#server/http/receive-body.ts";
import type { AppContext } from "#server/http/session.ts";
import { fileInMultipart } from "./multipart.ts";
import { tooLargeError } from "./refusal-error.ts";

/**
 * The picture in a request: its body, or the field `photo` of a multipart body. Counted while it arrives;
 * declared length, name and type are ignored. Throws payload_too_large beyond 25 MB, malformed for an aborted
 * body, overloaded, body_stalled, validation_failed without a photo.
 */
export async function receiveUpload(c: AppContext): Promise<Uint8Array> {
  const body = await receiveBytes(c, { kind: "pictures", limit: maxPhotoBytes }).catch((error: unknown) => {
    throw forPerson(error);
  });
  const type = c.req.header("content-type") ?? "";
  const photo = /^multipart\/form-data/i.test(type) ? fileInMultipart(body, type, "photo") : body;
  if (photo === null || (photo === body && body.length === 0)) throw missingError();
  return photo;
}

/** The same errors with an upload's texts. */
function forPerson(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { cause, retryAfter } = error.options;
  if (error.code === "payload_too_large") return tooLargeError("photo");
  if (error.code === "malformed")
    return new AppError("malformed", { message: photoMessages.uploadBrokenOff, cause });
  if (error.code === "overloaded" && retryAfter !== undefined)
    return new AppError("overloaded", { message: photoMessages.busy, retryAfter });
  return error;
}

function missingError(): AppError {
  const message = photoMessages.missing;
  return new AppError("validation_failed", { message, fields: { photo: message } });
}
