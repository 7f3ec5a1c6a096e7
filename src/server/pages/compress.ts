import { Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { brotliParams, chooseEncoding, gzipLevel } from "./encoding.ts";

/** Below this many bytes the headers outweigh what is saved. */
export const smallest = 1024;
const compressible =
  /^(text\/|application\/(json|javascript|xml|ld\+json|manifest\+json|feed\+json|atom\+xml))/;

/** Compressed while it streams: each chunk is flushed, so that the first bytes of a page are not held back. */
function stream(body: ReadableStream<Uint8Array>, encoding: "br" | "gzip"): ReadableStream<Uint8Array> {
  const compressor =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: brotliParams,
        })
      : createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
  const source = Readable.fromWeb(body);
  source.on("error", (error) => compressor.destroy(error));
  // The visitor has gone: the page need not be finished.
  compressor.on("close", () => source.destroy());
  return Readable.toWeb(source.pipe(compressor));
}

/** Whether an answer with these headers is compressible, not compressed yet, and may be changed. */
export function isCompressible(headers: Headers): boolean {
  return (
    compressible.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    !/\bno-transform\b/.test(headers.get("cache-control") ?? "")
  );
}

/** The headers of an answer whose bytes are packed now. */
export function packedHeaders(plain: Headers, encoding: "br" | "gzip"): Headers {
  const headers = new Headers(plain);
  headers.delete("content-length");
  headers.set("Content-Encoding", encoding);
  // The compressed bytes differ: a strong ETag becomes a weak one.
  const etag = headers.get("etag");
  if (etag?.startsWith('"') === true) headers.set("ETag", `W/${etag}`);
  return headers;
}

/** The same answer, compressed where the client takes it and it pays. */
export function compress(request: Request, response: Response): Response {
  const { headers } = response;
  const length = headers.get("content-length");
  if (!isCompressible(headers) || (length !== null && Number(length) < smallest)) return response;
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(request.headers.get("accept-encoding"), ["br", "gzip"]);
  // The body is not touched, so that a whole text goes out as it is and not through a stream.
  if (encoding === "identity" || request.method === "HEAD") return response;
  const { body } = response;
  if (body === null) return response;
  return new Response(stream(body, encoding), {
    status: response.status,
    headers: packedHeaders(headers, encoding),
  });
}
