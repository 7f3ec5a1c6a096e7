import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Encoding } from "./encoding.ts";
import { encodingFor, recode, sendForm } from "./page-forms.ts";

const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
const page = { status: 200, headers };
const plain = {
  encoding: "identity" as const,
  body: new TextEncoder().encode("Veturë e mirë. ".repeat(200)),
};

const encodings: Encoding[] = ["identity", "br", "gzip"];
const read: Record<Encoding, (body: Uint8Array) => Uint8Array> = {
  identity: (body) => body,
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
};

test("every form becomes every other, and says the same", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(fc.constantFrom(...encodings)), (bytes, way) => {
      let form: ReturnType<typeof recode> = { encoding: "identity", body: new Uint8Array(bytes) };
      for (const encoding of way) form = recode(form, encoding);
      expect(form.encoding).toBe(way.at(-1) ?? "identity");
      expect([...read[form.encoding](form.body)]).toEqual([...bytes]);
    }),
  );
});

describe("the encoding", () => {
  test.each<[string, string | null, Encoding]>([
    ["the better one that is taken", "gzip, deflate, br", "br"],
    ["the only one", "gzip", "gzip"],
    ["none where none is taken", null, "identity"],
    ["none where all are refused", "br;q=0, gzip;q=0", "identity"],
  ])("is %s", (_, accepted, wanted) => {
    expect(encodingFor(accepted, page, plain)).toBe(wanted);
  });

  test("is none for what is small, or no text, or told not to be touched", () => {
    const small = { encoding: "identity" as const, body: plain.body.slice(0, 500) };
    expect(encodingFor("br", page, small)).toBe("identity");
    const image = { status: 200, headers: new Headers({ "content-type": "image/png" }) };
    expect(encodingFor("br", image, plain)).toBe("identity");
    const fixed = new Headers([...headers, ["cache-control", "no-transform"]]);
    expect(encodingFor("br", { status: 200, headers: fixed }, plain)).toBe("identity");
  });
});

describe("an answer", () => {
  test("says how it is packed and that others get it otherwise, and leaves the page as it is", async () => {
    const sent = sendForm(page, recode(plain, "gzip"));
    expect(Object.fromEntries(sent.headers)).toEqual({
      "content-encoding": "gzip",
      "content-type": "text/html; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect(gunzipSync(await sent.arrayBuffer()).toString()).toBe(new TextDecoder().decode(plain.body));
    expect([...headers.keys()]).toEqual(["content-type"]);
  });

  test("without a body has none", () => {
    const empty = { encoding: "identity" as const, body: new Uint8Array() };
    const sent = sendForm({ status: 302, headers: new Headers({ location: "/" }) }, empty);
    expect([sent.status, sent.body, sent.headers.get("vary")]).toEqual([302, null, null]);
  });
});
