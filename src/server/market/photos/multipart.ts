import { errorMessages } from "#domain/messages/errors.ts";
import { AppError } from "#server/http/app-error.ts";

/** A part's headers are a few short lines. */
const maxHeaderBytes = 4_000;
const lineEnd = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");

/** A part of a form: its field's name, and a file's content; null for a field without a file. */
interface Part {
  readonly name: string;
  readonly file: Buffer | null;
}

function readPart(bytes: Buffer): Part {
  const end = bytes.subarray(0, maxHeaderBytes).indexOf(headersEnd);
  if (end < 0) throw new AppError("malformed");
  const headers = bytes.toString("utf8", 0, end);
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(headers)?.[1] ?? "";
  const name = /(?:^|[;\s])name="([^"\r\n]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new AppError("malformed");
  const isFile = /(?:^|[;\s])filename\*?=/i.test(disposition);
  return { name, file: isFile ? bytes.subarray(end + headersEnd.length) : null };
}

/**
 * The one file in the field `field` of a multipart body; null if it is missing or there are several. Found
 * without copying; a body of a million parts is refused at the second one, for which the platform's own parser
 * takes seconds. Throws malformed, and validation_failed naming another field.
 */
export function fileInMultipart(body: Buffer, contentType: string, field: string): Buffer | null {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw new AppError("malformed");
  const delimiter = Buffer.from(`\r\n--${name}`);
  let files = 0;
  let found: Buffer | null = null;
  // The first one may be at the very beginning.
  const first = delimiter.subarray(lineEnd.length);
  let at = body.subarray(0, first.length).equals(first) ? first.length : after(body, delimiter, 0);
  while (body.toString("latin1", at, at + 2) !== "--") {
    const begin = body.indexOf(lineEnd, at);
    const end = begin < 0 ? -1 : body.indexOf(delimiter, begin);
    if (end < 0 || begin - at > maxHeaderBytes) throw new AppError("malformed");
    const part = readPart(body.subarray(begin + lineEnd.length, end));
    if (part.name !== field) {
      const key = part.name.slice(0, 100);
      const message = errorMessages.unknownKey(key);
      throw new AppError("validation_failed", { message, fields: { [key]: message } });
    }
    files += 1;
    if (files > 1) return null;
    found = part.file;
    at = end + delimiter.length;
  }
  return found;
}

function after(body: Buffer, delimiter: Buffer, from: number): number {
  const at = body.indexOf(delimiter, from);
  if (at < 0) throw new AppError("malformed");
  return at + delimiter.length;
}
