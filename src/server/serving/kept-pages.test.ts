import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApiAnswer } from "./page-sources.ts";
import type { Encoding } from "./encoding.ts";
import { KeptPages, type Visit } from "./kept-pages.ts";
import { type PageResponse, recode, sendForm } from "./page-forms.ts";
import type { PageSources } from "./page-sources.ts";

const shared = { "content-type": "text/html; charset=utf-8", "cache-control": "public, no-cache" };
const ask = (path = "/search", headers: Record<string, string> = {}) =>
  new Request(`http://site.test${path}`, { headers });

const call = (init?: RequestInit) => new Request("http://site.test/api/x", init);
const failing = () => Promise.reject(new Error("no database"));
const never = () => new Promise<ApiAnswer>(() => {});

interface SiteOptions {
  readonly headers?: Record<string, string>;
  readonly status?: number;
  /** What a page does with the API beside asking for the cars. */
  readonly besides?: (sources: PageSources, send: (call: Request) => Promise<ApiAnswer>) => unknown;
  readonly mostBytes?: number;
  /** In bytes, about; 4 kB by default. */
  readonly size?: number;
  readonly isWhole?: boolean;
  /** By default plain: the first visitor takes nothing else. */
  readonly encoding?: Encoding;
}

/** A site whose pages say how many were rendered before them and what the API has told them. */
function site(options: SiteOptions = {}) {
  const { headers = shared, status = 200, besides = () => undefined, mostBytes } = options;
  const { size = 4_000, encoding = "identity", isWhole = true } = options;
  const clock = { now: 0 };
  const api = { cars: "golf", total: "1", status: 200, asked: 0 };
  const pages = new KeptPages(() => clock.now, mostBytes);
  let rendered = 0;
  const send = async (): Promise<ApiAnswer> => {
    api.asked += 1;
    return { status: api.status, headers: new Headers({ "X-Total-Count": api.total }), text: api.cars };
  };
  const render = async (sources: PageSources): Promise<PageResponse> => {
    rendered += 1;
    const number = rendered;
    const { text } = await sources.carry(new Request("http://site.test/api/cars"), send);
    await besides(sources, send);
    const body = new TextEncoder().encode(`page ${number} of ${text} ${"ë".repeat(size / 2)}`);
    const form = recode({ encoding: "identity", body }, encoding);
    const finished = { status, headers: new Headers(headers), form };
    return Object.assign(sendForm(finished, form), isWhole ? { finished } : {});
  };
  const visitOf = (request: Request): Visit => ({ request, render, ask: send });
  const answer = (request = ask()) => pages.answer(visitOf(request));
  const visit = async (request = ask()) => {
    const text = await (await answer(request)).text();
    return text.slice(0, text.indexOf(" ë"));
  };
  return { clock, api, pages, answer, visit, visitOf, rendered: () => rendered };
}

describe("a page that several people ask for", () => {
  test("is rendered once, and within half a second nobody looks whether it has changed", async () => {
    const { clock, api, visit } = site();
    expect(await visit()).toBe("page 1 of golf");
    api.cars = "passat";
    clock.now = 499;
    expect(await visit()).toBe("page 1 of golf");
    expect(api.asked).toBe(1);
    clock.now = 500;
    expect(await visit()).toBe("page 2 of passat");
  });

  test("is asked about after that, and rendered again only if the API answers anything else", async () => {
    const { clock, api, visit, pages } = site();
    await visit();
    clock.now = 5_000;
    expect(await visit()).toBe("page 1 of golf");
    expect(api.asked).toBe(2);
    clock.now = 5_400;
    expect(await visit()).toBe("page 1 of golf");
    expect(api.asked).toBe(2);
    // The same cars, and one more on the next page.
    api.total = "2";
    clock.now = 6_000;
    expect(await visit()).toBe("page 2 of golf");
    expect(pages.figures).toEqual({ kept: 1, unchanged: 1, rendered: 2 });
  });

  test("shows what the API said within the last half second, whatever happens when, and is not rendered needlessly", async () => {
    const step = fc.record({
      wait: fc.oneof(fc.nat(400), fc.nat(3_000), fc.nat(80_000)),
      change: fc.boolean(),
      accepted: fc.constantFrom("", "br", "gzip"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, api, pages, visitOf, rendered } = site();
        // What the API has said, and until when.
        const said: { cars: string; until: number }[] = [];
        let changes = 0;
        for (const { wait, change, accepted } of steps) {
          clock.now += wait;
          if (change) {
            said.push({ cars: api.cars, until: clock.now });
            changes += 1;
            api.cars = `cars ${changes}`;
          }
          const answer = await pages.answer(visitOf(ask("/search", { "accept-encoding": accepted })));
          const body = Buffer.from(await answer.arrayBuffer());
          const packed = answer.headers.get("content-encoding");
          const text =
            packed === "br" ? brotliDecompressSync(body) : packed === "gzip" ? gunzipSync(body) : body;
          const [, shown = ""] = / of (.*) ë/.exec(text.toString()) ?? [];
          const until = said.find(({ cars }) => cars === shown)?.until ?? Number.POSITIVE_INFINITY;
          expect(clock.now - until).toBeLessThan(500);
        }
        expect(rendered()).toBeLessThanOrEqual(1 + changes + clock.now / 60_000);
      }),
    );
  });

  test("is rendered again after a minute: it says how old things are", async () => {
    const { clock, visit } = site();
    await visit();
    clock.now = 59_999;
    expect(await visit()).toBe("page 1 of golf");
    clock.now = 61_000;
    expect(await visit()).toBe("page 2 of golf");
  });

  test("a crowd at once waits for the same rendering, and later for the same question", async () => {
    const { clock, api, visit, rendered } = site();
    const crowd = () => Promise.all(Array.from({ length: 50 }, () => visit()));
    expect(new Set(await crowd())).toEqual(new Set(["page 1 of golf"]));
    clock.now = 5_000;
    expect(new Set(await crowd())).toEqual(new Set(["page 1 of golf"]));
    api.cars = "passat";
    clock.now = 10_000;
    expect(new Set(await crowd())).toEqual(new Set(["page 2 of passat"]));
    expect([rendered(), api.asked]).toEqual([2, 4]);
  });

  test("that takes longer than it may be old is waited for, not rendered beside itself", async () => {
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
    const { clock, visit, rendered } = site({ besides: () => blocked });
    const first = visit();
    clock.now = 2_000;
    const second = visit();
    release();
    expect(await Promise.all([first, second])).toEqual(["page 1 of golf", "page 1 of golf"]);
    expect(rendered()).toBe(1);
  });

  test("that took so long is looked at before anybody else gets it", async () => {
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
    const { clock, api, visit } = site({ besides: () => blocked });
    const first = visit();
    clock.now = 2_000;
    api.cars = "passat";
    const second = visit();
    release();
    expect(await Promise.all([first, second])).toEqual(["page 1 of golf", "page 2 of passat"]);
  });

  test("comes in the form that each browser takes", async () => {
    const { answer } = site();
    const plain = await answer();
    const packed = await answer(ask("/search", { "accept-encoding": "br" }));
    const again = await answer(ask("/search", { "accept-encoding": "br" }));
    expect([plain, packed, again].map(({ headers }) => headers.get("content-encoding"))).toEqual([
      null,
      "br",
      "br",
    ]);
    for (const { headers } of [plain, packed]) expect(headers.get("vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(await plain.text());
    expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  });

  test("comes packed again where packing left little of it", async () => {
    const { answer } = site({ size: 1_500, encoding: "br" });
    for (let i = 0; i < 2; i += 1) {
      const { headers } = await answer(ask("/search", { "accept-encoding": "br" }));
      expect(headers.get("content-encoding")).toBe("br");
    }
  });

  test("other addresses are other pages", async () => {
    const { visit } = site();
    await visit();
    expect(await visit(ask("/search?q=golf"))).toBe("page 2 of golf");
    expect(await visit()).toBe("page 1 of golf");
  });
});

describe("a page of which nobody could tell whether it has changed is rendered anew after half a second", () => {
  test.each<[string, NonNullable<SiteOptions["besides"]>]>([
    ["it wrote", (sources, send) => sources.carry(call({ method: "POST" }), send)],
    [
      "it asked in somebody's name",
      (sources, send) => sources.carry(call({ headers: { cookie: "a=b" } }), send),
    ],
    ["a call failed", (sources) => sources.carry(call(), failing).catch(() => undefined)],
    ["it did not wait for an answer", (sources) => void sources.carry(call(), never)],
    [
      "it asked for a great deal",
      (sources, send) => Promise.all(Array.from({ length: 20 }, () => sources.carry(call(), send))),
    ],
  ])("%s", async (_, besides) => {
    const { clock, visit } = site({ besides });
    await visit();
    clock.now = 400;
    expect(await visit()).toBe("page 1 of golf");
    clock.now = 1_000;
    expect(await visit()).toBe("page 2 of golf");
  });

  test("the API fails to say", async () => {
    const { clock, api, visit } = site();
    await visit();
    api.status = 503;
    clock.now = 1_000;
    expect(await visit()).toBe("page 2 of golf");
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
    expect(rendered()).toBe(5);
  });

  test.each<[string, Record<string, string>, number]>([
    ["private", { ...shared, "cache-control": "private, no-store" }, 200],
    ["with a cookie", { ...shared, "set-cookie": "a=b" }, 200],
    ["not found", shared, 404],
    ["a failure", shared, 503],
  ])("answered %s", async (_, headers, status) => {
    const { visit, rendered } = site({ headers, status });
    for (let i = 0; i < 4; i += 1) await visit();
    expect(rendered()).toBe(4);
  });

  test.each<[string, SiteOptions]>([
    ["a very large one", { size: 300_000 }],
    ["one that is not there as a whole, as in development", { isWhole: false }],
  ])("%s", async (_, options) => {
    const { visit, rendered } = site(options);
    for (let i = 0; i < 4; i += 1) await visit();
    expect(rendered()).toBe(4);
  });

  test("a rendering that fails, fails for the one who began it, and the next tries again", async () => {
    const { pages, visitOf, visit } = site();
    const broken = { ...visitOf(ask()), render: () => Promise.reject(new Error("broken")) };
    await expect(pages.answer(broken)).rejects.toThrow("broken");
    expect(await visit()).toBe("page 1 of golf");
  });
});

test("those who wait for a slow page that may not be kept do not wait for each other's after it", async () => {
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const { promise: never } = Promise.withResolvers<void>();
  let renderings = 0;
  const { clock, visit } = site({
    status: 404,
    besides: () => {
      renderings += 1;
      return renderings === 1 ? blocked : renderings === 2 ? never : undefined;
    },
  });
  const first = visit();
  const others: Promise<string>[] = [];
  for (let i = 0; i < 4; i += 1) {
    clock.now += 1_000;
    others.push(visit());
  }
  release();
  expect(await first).toBe("page 1 of golf");
  // The first of the others never gets its page.
  expect((await Promise.all(others.slice(1))).toSorted()).toEqual([3, 4, 5].map((n) => `page ${n} of golf`));
});

test("there is room for so many, those looked at longest ago go first, and long addresses take room too", async () => {
  // Each has 4 kB of letters and 4 kB beside them.
  const { clock, visit } = site({ mostBytes: 20_000 });
  await visit(ask("/a"));
  await visit(ask("/b"));
  clock.now = 1_000;
  expect(await visit(ask("/a"))).toBe("page 1 of golf");
  expect(await visit(ask("/c"))).toBe("page 3 of golf");
  expect(await visit(ask("/a"))).toBe("page 1 of golf");
  expect(await visit(ask("/b"))).toBe("page 4 of golf");
  await visit(ask(`/d?${"d".repeat(15_000)}`));
  expect(await visit(ask("/b"))).toBe("page 6 of golf");
});
