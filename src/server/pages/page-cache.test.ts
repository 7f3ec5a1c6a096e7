import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import type { PageAnswer } from "#server/http/page-answer.ts";
import { cacheKey, PageCache } from "./page-cache.ts";

function requestOf(headers: Record<string, string> = {}, method = "GET", url = "/search"): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers: { host: "site.test", ...headers } });
  return request;
}

const pageOf = (text: string, changes: Partial<PageAnswer> = {}): PageAnswer => ({
  status: 200,
  headers: [["cache-control", "public, no-cache"]],
  body: new TextEncoder().encode(text),
  ...changes,
});
const renderLarge = async () => pageOf("x".repeat(30_000));
const textOf = (page: PageAnswer | null) => (page === null ? null : new TextDecoder().decode(page.body));

test("a cached page is never older than half a second, counted from when its rendering began", async () => {
  const step = fc.record({ wait: fc.nat(700), duration: fc.nat(600), path: fc.constantFrom("/a", "/b") });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const clock = { now: 0 };
      const cache = new PageCache(() => clock.now);
      for (const { wait, duration, path } of steps) {
        clock.now += wait;
        const arrived = clock.now;
        const page = await cache.answer(path, async () => {
          const content = `${path} ${clock.now}`;
          clock.now += duration;
          return pageOf(content);
        });
        const [shown = "", readAt = ""] = (textOf(page) ?? "").split(" ");
        expect(shown).toBe(path);
        expect(arrived - Number(readAt)).toBeLessThan(500);
      }
    }),
  );
});

test("all requests for a page while it is rendered share that rendering", async () => {
  const cache = new PageCache(() => 0);
  const release = Promise.withResolvers<PageAnswer>();
  const asked = Array.from({ length: 20 }, () => cache.answer("key", () => release.promise));
  release.resolve(pageOf("once"));
  expect((await Promise.all(asked)).map(textOf)).toEqual(Array.from({ length: 20 }, () => "once"));
  expect(cache.figures).toEqual({ cached: 19, rendered: 1 });
});

test.each<[string, Partial<PageAnswer>]>([
  ["private pages", { headers: [["cache-control", "private, no-store"]] }],
  [
    "pages that set a cookie",
    {
      headers: [
        ["cache-control", "public"],
        ["set-cookie", "a=1"],
      ],
    },
  ],
  ["errors", { status: 503 }],
])("%s are rendered for each visitor", async (_what, changes) => {
  const cache = new PageCache(() => 0);
  let rendered = 0;
  const render = async () => pageOf(`${(rendered += 1)}`, changes);
  const texts = (await Promise.all([1, 2, 3].map(() => cache.answer("key", render)))).map(textOf);
  expect(new Set(texts).size).toBe(3);
  expect(cache.lookup("key")).toBeNull();
});

test("a rendering that fails, fails for its own request only, and waiting requests render for themselves", async () => {
  const cache = new PageCache(() => 0);
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    if (rendered === 1) throw new Error("broken");
    return pageOf("page");
  };
  const outcomes = await Promise.allSettled([cache.answer("key", render), cache.answer("key", render)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("the page cache stays within its bound in bytes, and evicted pages free their room", async () => {
  const clock = { now: 0 };
  const cache = new PageCache(() => clock.now, 100_000);
  for (const key of ["a", "b", "c", "d"]) await cache.answer(key, renderLarge);
  expect(["a", "b", "c", "d"].map((key) => cache.lookup(key) !== null)).toEqual([true, true, true, false]);
  clock.now = 600;
  for (const key of ["e", "f", "g"]) await cache.answer(key, renderLarge);
  expect(["e", "f", "g"].map((key) => cache.lookup(key) !== null)).toEqual([true, true, true]);
});

test("only guests' GET requests share pages, by host, address and encoding", () => {
  expect(cacheKey(requestOf())).not.toBeNull();
  for (const request of [
    requestOf({ cookie: "a=1" }),
    requestOf({ authorization: "Bearer x" }),
    requestOf({}, "HEAD"),
    requestOf({}, "POST"),
  ]) {
    expect(cacheKey(request)).toBeNull();
  }
  const keys = [
    requestOf(),
    requestOf({ host: "other.test" }),
    requestOf({}, "GET", "/search?q=golf"),
    requestOf({ "accept-encoding": "gzip" }),
    requestOf({ "accept-encoding": "gzip, br" }),
  ].map(cacheKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a phone's search is another page than a wide screen's, and no other page is", () => {
  const phone = { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36" };
  const desktop = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36" };
  const keysOf = (url: string) =>
    [phone, desktop, { ...desktop, "sec-ch-ua-mobile": "?1" }, { ...phone, "sec-ch-ua-mobile": "?0" }].map(
      (headers) => cacheKey(requestOf(headers, "GET", url)),
    );
  const [byName, wide, byHint, wideByHint] = keysOf("/search?brand=BMW");
  expect(byName).not.toBe(wide);
  expect([byHint, wideByHint]).toEqual([byName, wide]);
  expect(new Set(keysOf("/car/1")).size).toBe(1);
});
