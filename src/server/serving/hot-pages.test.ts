import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { HotPages, type PageResponse } from "./hot-pages.ts";

const shared = { "content-type": "text/html; charset=utf-8", "cache-control": "public, no-cache" };
const ask = (path = "/search", headers: Record<string, string> = {}) =>
  new Request(`http://site.test${path}`, { headers });

const broken = () => Promise.reject(new Error("broken"));

/** A site whose pages say how often they were rendered. */
function site(headers: Record<string, string> = shared, status = 200) {
  const clock = { now: 0 };
  const pages = new HotPages(() => clock.now);
  let rendered = 0;
  const render = async (): Promise<PageResponse> => {
    rendered += 1;
    const whole = `page ${rendered} ${"ë".repeat(2000)}`;
    return Object.assign(new Response(whole, { status, headers }), {
      whole: new TextEncoder().encode(whole),
    });
  };
  const visit = async (request = ask()) => {
    const answer = await pages.answer(request, render);
    return (await answer.text()).slice(0, 6);
  };
  return { clock, pages, render, visit, rendered: () => rendered };
}

describe("a page that several people ask for", () => {
  test("is rendered once within the second, and anew after it", async () => {
    const { clock, visit, rendered } = site();
    await visit();
    clock.now = 100;
    expect(await visit()).toBe("page 2");
    clock.now = 999;
    expect(await visit()).toBe("page 2");
    clock.now = 1_000;
    expect(await visit()).toBe("page 3");
    expect(rendered()).toBe(3);
  });

  test("is never older than a second, however it is asked for", async () => {
    const { clock, pages } = site();
    for (let at = 0; at < 10_000; at += 37) {
      clock.now = at;
      const whole = `${at}`;
      const render = async () =>
        Object.assign(new Response(whole, { headers: shared }), { whole: new TextEncoder().encode(whole) });
      const shown = Number(await (await pages.answer(ask(), render)).text());
      expect(at - shown).toBeLessThan(1_000);
    }
  });

  test("a crowd at once waits for the same rendering", async () => {
    const { visit, rendered } = site();
    await visit();
    const crowd = await Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(new Set(crowd)).toEqual(new Set(["page 2"]));
    expect(rendered()).toBe(2);
  });

  test("comes in the form that each browser takes", async () => {
    const { pages, render, visit } = site();
    await visit();
    const plain = await pages.answer(ask(), render);
    const packed = await pages.answer(ask("/search", { "accept-encoding": "br" }), render);
    expect([plain.headers.get("content-encoding"), packed.headers.get("content-encoding")]).toEqual([
      null,
      "br",
    ]);
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    const unpacked = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString();
    expect(unpacked).toBe(await plain.text());
  });

  test("other addresses are other pages", async () => {
    const { visit } = site();
    await visit();
    await visit();
    expect(await visit(ask("/search?q=golf"))).toBe("page 3");
    expect(await visit()).toBe("page 2");
  });
});

describe("what is not the same for everybody is rendered each time", () => {
  test.each<[string, Record<string, string>]>([
    ["a cookie", { cookie: "vetura_session=x" }],
    ["a bearer", { authorization: "Bearer x" }],
  ])("asked for with %s", async (_, headers) => {
    const { visit, rendered } = site();
    for (let i = 0; i < 3; i += 1) await visit(ask("/search", headers));
    // Nor does such a visitor get what was kept for guests.
    await visit();
    await visit();
    await visit(ask("/search", headers));
    expect(rendered()).toBe(6);
  });

  test.each<[string, Record<string, string>, number]>([
    ["private", { ...shared, "cache-control": "private, no-store" }, 200],
    ["with a cookie", { ...shared, "set-cookie": "a=b" }, 200],
    ["not found", shared, 404],
    ["a failure", shared, 503],
  ])("answered %s", async (_, headers, status) => {
    const { visit, rendered } = site(headers, status);
    for (let i = 0; i < 4; i += 1) await visit();
    expect(rendered()).toBe(4);
  });

  test("a rendering that fails, fails for the one who began it, and the next tries again", async () => {
    const { pages, render, visit } = site();
    await visit();
    await expect(pages.answer(ask(), broken)).rejects.toThrow("broken");
    expect((await pages.answer(ask(), render)).status).toBe(200);
  });
});
