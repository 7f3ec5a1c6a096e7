import { photoMessages } from "#domain/messages/photos.ts";
import { AppError } from "#server/http/app-error.ts";
import type { RefusalReason } from "./picture-verdict.ts";

/** The text about a refused picture. */
function refusalMessage(reason: RefusalReason, format: string | undefined): string {
  if (reason === "unsupported_format" && format !== undefined) return photoMessages.unsupportedFormat(format);
  return texts[reason];
}

const texts: Readonly<Record<RefusalReason, string>> = {
  not_a_picture: photoMessages.notAPicture,
  unsupported_format: photoMessages.notAPicture,
  broken: photoMessages.broken,
  too_many_pixels: photoMessages.tooManyPixels,
  sides_out_of_range: photoMessages.sidesOutOfRange,
  too_costly: photoMessages.tooCostly,
};

/** A refused picture as the API's error: 415 for an upload and for a data URL alike, at its field. */
export function refusalError(
  refusal: { readonly reason: RefusalReason; readonly format?: string },
  field: "photo" | "images",
): AppError {
  const message = refusalMessage(refusal.reason, refusal.format);
  return new AppError("unsupported_picture", { message, fields: { [field]: message } });
}

/** A file beyond the limit of an upload: 413. */
export function tooLargeError(field: "photo" | "images"): AppError {
  const message = photoMessages.fileTooLarge;
  return new AppError("payload_too_large", { message, fields: { [field]: message } });
}
