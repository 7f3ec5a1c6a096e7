import { Readable } from "node:stream";
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib";
import type { PageAnswer } from "#server/http/page-answer.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Level 4 costs about as much as gzip and saves a sixth more; higher levels cost more than they save. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

const gzipLevel = 5;

/**
 * The best of `available` that the client accepts by its Accept-Encoding header: brotli before gzip before
 * none; `q=0` refuses.
 */
export function chooseEncoding(
  accepted: string | null,
  available: readonly Encoding[] = ["br", "gzip"],
): Encoding {
  if (accepted === null) return "identity";
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";");
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const takes = (encoding: Encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
  for (const encoding of ["br", "gzip"] as const) {
    if (available.includes(encoding) && takes(encoding)) return encoding;
  }
  return "identity";
}

/** Below this size headers outweigh the savings. */
const smallest = 1024;
const compressible =
  /^(text\/|application\/(json|javascript|xml|ld\+json|manifest\+json|feed\+json|atom\+xml))/;

/** Compresses a stream and flushes each chunk, so that the first bytes of a page are not delayed. */
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
  // The visitor disconnected: the page need not be finished.
  compressor.on("close", () => source.destroy());
  return Readable.toWeb(source.pipe(compressor));
}

/** Whether an answer with these headers is compressible, not compressed yet, and may be changed. */
function isCompressible(headers: Headers): boolean {
  return (
    compressible.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    !/\bno-transform\b/.test(headers.get("cache-control") ?? "")
  );
}

/** The headers of an answer that is encoded now. */
function encodedHeaders(plain: Headers, encoding: "br" | "gzip"): Headers {
  const headers = new Headers(plain);
  headers.delete("content-length");
  headers.set("Content-Encoding", encoding);
  // The compressed bytes differ: a strong ETag becomes a weak one.
  const etag = headers.get("etag");
  if (etag?.startsWith('"') === true) headers.set("ETag", `W/${etag}`);
  return headers;
}

/** The same answer, compressed if the client accepts it and it pays off. */
export function compress(request: Request, response: Response): Response {
  const { headers } = response;
  const length = headers.get("content-length");
  if (!isCompressible(headers) || (length !== null && Number(length) < smallest)) return response;
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(request.headers.get("accept-encoding"));
  // The body is not read, so that a whole text is sent directly and not as a stream.
  if (encoding === "identity" || request.method === "HEAD") return response;
  const { body } = response;
  if (body === null) return response;
  return new Response(stream(body, encoding), {
    status: response.status,
    headers: encodedHeaders(headers, encoding),
  });
}

const encoders = {
  br: (body: Uint8Array) =>
    brotliCompressSync(body, {
      params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Uint8Array) => gzipSync(body, { level: gzipLevel }),
} as const;

/** The whole page in the best accepted encoding. */
export async function toPageAnswer(response: Response, accepted: string | null): Promise<PageAnswer> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.length < smallest || !isCompressible(headers)) return { status, headers: [...headers], body };
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(accepted);
  if (encoding === "identity") return { status, headers: [...headers], body };
  const encoded = new Uint8Array(encoders[encoding](body));
  return { status, headers: [...encodedHeaders(headers, encoding)], body: encoded };
}

/** The page as the listener sends it. */
export function toResponse({ status, headers, body }: PageAnswer): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
