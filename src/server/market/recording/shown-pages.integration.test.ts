import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { createFront } from "#server/front.ts";
import { type HttpServer, startHttpServer } from "#server/http/http-server.ts";
import { browser, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { freePort } from "#testing/free-port.ts";

// Pages as the site serves them, but for what renders them: each reads from the API what its real loader reads.

let app: TestApp;
let server: HttpServer;
let url: string;
let owner: TestUser;
let car: string;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser();
  car = (await app.publishCar(owner, { model: "Erëza" }))._id;
  await app.services.start();
  const api = createApp(app.services);
  const front = createFront(watchedLog);
  const readsOf = (path: string): string[] => {
    if (path === "/search") return ["/api/cars?model=Erëza"];
    if (path.startsWith("/car/")) return [`/api/cars/${car}`, `/api/cars/${car}/similar`];
    return [`/api/cars/${car}`, "/api/cars?model=Erëza"];
  };
  front.open({
    api: (request, env) => api.fetch(request, env),
    pages: async (request) => {
      const { pathname, origin } = new URL(request.url);
      const forwarded = { "sec-fetch-site": request.headers.get("sec-fetch-site") ?? "" };
      await Promise.all(
        readsOf(pathname).map(async (path) => {
          const answer = await front.apiFetch(new Request(origin + path, { headers: forwarded }));
          expect(answer.status).toBe(200);
          await answer.text();
        }),
      );
      const status = pathname === "/car/lost" ? 404 : 200;
      const cacheControl: [string, string] = ["cache-control", "public, no-cache"];
      return { status, headers: [cacheControl], body: new TextEncoder().encode("page") };
    },
    onPageShown: (request, shown) => app.services.statistics.shown.page(request, shown),
    files: () => null,
    checkReady: async () => {},
  });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await startHttpServer(
    { host: "127.0.0.1", port, trustedProxies: [], rateLimits: false },
    watchedLog,
    (request, bindings) => front.handle(request, bindings),
    { cachedPage: (request) => front.cachedPage(request) },
  );
});
beforeEach(async () => {
  await app.services.statistics.recorder.flush();
  await app.database.db.deleteFrom("stat_events").execute();
});
afterAll(async () => {
  await server?.close(100);
  await app?.close();
});

const open = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  await (await fetch(url + path, { method, headers: { "User-Agent": browser, ...headers } })).arrayBuffer();
};

async function recorded(): Promise<Record<string, number>> {
  await app.services.statistics.recorder.flush();
  const rows = await app.database.db.selectFrom("stat_events").select("kind").execute();
  return Object.fromEntries(
    Array.from(
      Map.groupBy(rows, ({ kind }) => kind),
      ([kind, all]) => [kind, all.length],
    ),
  );
}

test("each answer of a page counts, from the page cache or not", async () => {
  for (let times = 0; times < 5; times += 1) await open("/search");
  expect(await recorded()).toEqual({ impression: 5 });
});

test("each of the visitors who wait for one rendering counts", async () => {
  await Promise.all(Array.from({ length: 8 }, () => open(`/car/${car}`)));
  expect(await recorded()).toEqual({ view: 8 });
});

test("a car's page is one view, whether it was opened by a link of ours or typed", async () => {
  await open(`/car/${car}?a`, { "Sec-Fetch-Site": "same-origin" });
  await open(`/car/${car}?b`, { "Sec-Fetch-Site": "none" });
  expect(await recorded()).toEqual({ view: 2 });
});

test("pages that read cars without showing them in a list or as their own page count for nothing, nor do failed ones", async () => {
  await open("/compare");
  await open("/sitemap/1.xml");
  await open("/car/lost");
  expect(await recorded()).toEqual({});
});

test("bots, prefetches and HEAD count for nothing", async () => {
  await open("/search?a", { "User-Agent": "Mozilla/5.0 (compatible; bingbot/2.0)" });
  await open("/search?a", { "Sec-Purpose": "prefetch" });
  await open("/search?b", {}, "HEAD");
  expect(await recorded()).toEqual({});
});

const as = ({ cookie }: TestUser) => ({ Cookie: `vetura_session=${cookie}` });

test("a page is no view where its visitor is signed in as the car's owner", async () => {
  await open(`/car/${car}`, as(owner));
  await open("/search", as(owner));
  expect(await recorded()).toEqual({});
  await open(`/car/${car}`, as(await app.registerUser()));
  expect(await recorded()).toEqual({ view: 1 });
});
