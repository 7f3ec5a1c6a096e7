import { errorMessages } from "#domain/messages/errors.ts";
import { photoMessages } from "#domain/messages/photos.ts";
import { MAX_PHOTO_BYTES } from "#domain/photos/photo-limits.ts";
import { AppError } from "#server/http/app-error.ts";
import { tooLargeError } from "./refusal-error.ts";

/** Bytes of uploads that may be in memory at once in this process: about ten of the largest, fifty usual ones. */
const MAX_BYTES_AT_ONCE = 256 * 1024 * 1024;

/** Counts the bytes of all uploads that are in memory, so that many large ones at once can't fill it. */
export class UploadBudget {
  #bytes = 0;
  readonly #most: number;

  constructor(most: number = MAX_BYTES_AT_ONCE) {
    this.#most = most;
  }

  /** Runs `work` with a counter for the bytes it takes in; they are given back when it ends. */
  async spend<Value>(work: (take: (bytes: number) => void) => Promise<Value>): Promise<Value> {
    let taken = 0;
    try {
      return await work((bytes) => {
        if (this.#bytes + bytes > this.#most) {
          throw new AppError("overloaded", { message: photoMessages.busy, retryAfter: 5 });
        }
        this.#bytes += bytes;
        taken += bytes;
      });
    } finally {
      this.#bytes -= taken;
    }
  }
}

/**
 * The picture in a request: its body, or the field `photo` of a multipart body. Counted as it comes in; what
 * the request says about its length, name or type is not believed.
 * Throws payload_too_large beyond 25 MB, malformed for a body that breaks off, validation_failed for no photo.
 */
export async function receiveUpload(request: Request, take: (bytes: number) => void): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? "0");
  if (declared > MAX_PHOTO_BYTES) throw tooLargeError("photo");
  const body = await readBody(request, take);
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data/i.test(type)) {
    if (body.length === 0) throw missingError();
    return body;
  }
  return photoField(body, type);
}

async function readBody(request: Request, take: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks, size);
      size += value.length;
      if (size > MAX_PHOTO_BYTES) throw tooLargeError("photo");
      take(value.length);
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", { message: photoMessages.uploadBrokenOff, cause: error });
  }
}

async function photoField(body: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array> {
  let form: FormData;
  try {
    form = await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (error) {
    throw new AppError("malformed", { cause: error });
  }
  for (const key of form.keys()) {
    if (key === "photo") continue;
    const message = errorMessages.unknownKey(key.slice(0, 100));
    throw new AppError("validation_failed", { message, fields: { [key.slice(0, 100)]: message } });
  }
  const [photo, ...more] = form.getAll("photo");
  if (!(photo instanceof File) || more.length > 0) throw missingError();
  return new Uint8Array(await photo.arrayBuffer());
}

function missingError(): AppError {
  const message = photoMessages.missing;
  return new AppError("validation_failed", { message, fields: { photo: message } });
}
