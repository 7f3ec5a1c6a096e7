import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { packedHeaders, isCompressible, smallest } from "./compress.ts";
import { brotliParams, chooseEncoding, type Encoding, gzipLevel } from "./encoding.ts";

export type Body = Uint8Array<ArrayBuffer>;

/** What a page answers, whatever encoding a visitor takes. */
export interface PageHead {
  readonly status: number;
  readonly headers: Headers;
}

/** A page's body in one encoding. */
export interface PageForm {
  readonly encoding: Encoding;
  readonly body: Body;
}

/** A page that is there as a whole, in the form that its first visitor takes. */
export interface FinishedPage extends PageHead {
  readonly form: PageForm;
}

/** A page as its visitor takes it; with `finished` it is ready to be sent, and may be sent to others. */
export type PageResponse = Response & { readonly finished?: FinishedPage };

const encoders: Record<Encoding, (page: Body) => Body> = {
  br: (page) => {
    const params = { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: page.length };
    return new Uint8Array(brotliCompressSync(page, { params }));
  },
  gzip: (page) => new Uint8Array(gzipSync(page, { level: gzipLevel })),
  identity: (page) => page,
};

const decoders: Record<Encoding, (body: Body) => Body> = {
  br: (body) => new Uint8Array(brotliDecompressSync(body)),
  gzip: (body) => new Uint8Array(gunzipSync(body)),
  identity: (body) => body,
};

/** The encoding in which a page that is there in one form is sent to who sends this Accept-Encoding header. */
export function encodingFor(
  accepted: string | null,
  { headers }: PageHead,
  { encoding, body }: PageForm,
): Encoding {
  // What is packed was large enough for it.
  const isLarge = encoding !== "identity" || body.length >= smallest;
  return isLarge && isCompressible(headers) ? chooseEncoding(accepted, ["br", "gzip"]) : "identity";
}

/** The same page in another encoding. Takes up to a millisecond. */
export function recode({ encoding, body }: PageForm, wanted: Encoding): PageForm {
  return { encoding: wanted, body: encoders[wanted](decoders[encoding](body)) };
}

/** The page in one of its forms. */
export function sendForm({ status, headers }: PageHead, { encoding, body }: PageForm): Response {
  const sent = encoding === "identity" ? new Headers(headers) : packedHeaders(headers, encoding);
  if (isCompressible(headers)) sent.append("Vary", "Accept-Encoding");
  return new Response(body.length === 0 ? null : body, { status, headers: sent });
}
