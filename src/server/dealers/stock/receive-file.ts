import { stockMessages } from "#domain/messages/stock.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AppContext } from "#server/http/session.ts";

/** Whether the upload says that it is a ZIP. Throws unsupported_picture's sibling, validation_failed, for neither a CSV nor a ZIP. */
export function isZipUpload(c: AppContext): boolean {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/zip" || type === "application/x-zip-compressed") return true;
  if (type === "text/csv" || type === "application/csv") return false;
  const message = stockMessages.fileType;
  throw new AppError("validation_failed", { message, fields: { file: message } });
}

/**
 * An upload's bytes as they arrive, none of them held: they go to the photo store, whatever length was declared. Throws
 * payload_too_large, body_stalled where too little arrives, malformed for a body that breaks off.
 */
export async function* arrivingFile(c: AppContext): AsyncGenerator<Uint8Array> {
  const { raw } = c.req;
  if (Number(raw.headers.get("content-length") ?? 0) > importLimits.maxBytes)
    throw new AppError("payload_too_large");
  if (raw.body === null) return;
  const { windowMs, minBytes } = c.get("body").pace;
  const reader = raw.body.getReader();
  let size = 0;
  let lastLook = 0;
  let isStalled = false;
  let isReading = false;
  const pace = setInterval(() => {
    // Time that the disk takes is not the sender's.
    if (isReading && size - lastLook < minBytes) {
      isStalled = true;
      reader.cancel().catch(() => undefined);
    }
    lastLook = size;
  }, windowMs);
  try {
    for (;;) {
      isReading = true;
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new AppError("malformed", { cause: error });
      });
      isReading = false;
      if (isStalled) throw new AppError("body_stalled");
      if (done) return;
      size += value.length;
      if (size > importLimits.maxBytes) throw new AppError("payload_too_large");
      yield value;
    }
  } finally {
    clearInterval(pace);
    reader.cancel().catch(() => undefined);
  }
}
