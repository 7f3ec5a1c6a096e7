import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chooseEncoding, compress, type Encoding } from "./encoding.ts";

const all: Encoding[] = ["br", "gzip", "identity"];

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["identity", "identity"],
  ["deflate", "identity"],
  ["GZIP;q=0.5", "gzip"],
  ["", "identity"],
] as const)("Accept-Encoding %j selects %s", (accepted, expected) => {
  expect(chooseEncoding(accepted, all)).toBe(expected);
});

test("without the header or without a compressed form the bytes are sent unchanged", () => {
  expect(chooseEncoding(null, all)).toBe("identity");
  expect(chooseEncoding("br, gzip", ["identity"])).toBe("identity");
});

const text = "Veturë e mirë, e doganuar. ".repeat(200);
const ask = (encoding: string) => new Request("http://site/", { headers: { "accept-encoding": encoding } });
const page = (headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("a page", () => {
  test("a page is sent as brotli or gzip, as the browser accepts, and decodes to the same bytes", async () => {
    const brotli = compress(ask("gzip, br"), page());
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await bytes(brotli)).toString()).toBe(text);
    const zipped = compress(ask("gzip"), page());
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await bytes(zipped)).toString()).toBe(text);
  });

  test("a compressed page has Vary: Accept-Encoding and none of the headers that described the plain bytes", () => {
    const answer = compress(ask("br"), page({ "content-length": "5400", etag: '"a"', vary: "Cookie" }));
    expect(answer.headers.get("vary")).toBe("Cookie, Accept-Encoding");
    expect(answer.headers.get("content-length")).toBeNull();
    expect(answer.headers.get("etag")).toBe('W/"a"');
  });

  test("a streamed page is sent in pieces as it is written", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = compress(ask("br"), new Response(readable, { headers: { "content-type": "text/html" } }));
    void writer.write(Buffer.from("<h1>Vetura</h1>"));
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBeGreaterThan(0);
    await writer.close();
    await reader?.cancel();
  });
});

test.each([
  ["a picture", "image/jpeg", {}],
  ["what is compressed already", "text/html", { "content-encoding": "gzip" }],
  ["what must not be changed", "text/html", { "cache-control": "no-transform" }],
  ["a few bytes", "application/json", { "content-length": "20" }],
])("%s is not compressed", (_, type, headers) => {
  const before = page({ "content-type": type, ...headers });
  expect(compress(ask("br, gzip"), before)).toBe(before);
});
