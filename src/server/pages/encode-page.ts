import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { PageAnswer } from "#server/http/page-answer.ts";
import { brotliParams, chooseEncoding, gzipLevel } from "./encoding.ts";
import { isCompressible, packedHeaders, smallest } from "./compress.ts";

const encoders = {
  br: (body: Uint8Array) =>
    brotliCompressSync(body, {
      params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Uint8Array) => gzipSync(body, { level: gzipLevel }),
} as const;

/** The whole page, in the best encoding that the visitor's Accept-Encoding header takes. */
export async function toPageAnswer(response: Response, accepted: string | null): Promise<PageAnswer> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.length < smallest || !isCompressible(headers)) return { status, headers: [...headers], body };
  headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(accepted, ["br", "gzip"]);
  if (encoding === "identity") return { status, headers: [...headers], body };
  const encoded = new Uint8Array(encoders[encoding](body));
  return { status, headers: [...packedHeaders(headers, encoding)], body: encoded };
}

export function toResponse({ status, headers, body }: PageAnswer): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
