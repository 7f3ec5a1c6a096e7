import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { defaultFees } from "#domain/payments/fees.ts";
import type { SiteConfig } from "#contract/site-config.ts";
import { createLogger } from "#server/log.ts";
import { toResponse } from "./encoding.ts";
import { PageRenderer, type PageRendererOptions } from "./page-renderer.ts";

// Pages of which each shows one thing that real ones do, or should not do.
const pages = `
  export const pagePatterns = ["/", "/car/:id?"];
  const page = (body, init) => new Response(body, init);
  export const createPageHandler = ({ site }) => async (request, send) => {
    const { pathname } = new URL(request.url);
    const ask = (path, call) =>
      send(path, { method: "GET", headers: new Headers(), signal: new AbortController().signal, ...call });
    switch (pathname) {
      case "/car": {
        const answers = await Promise.all([ask("/api/a"), ask("/api/b")]);
        const texts = await Promise.all(answers.map((answer) => answer.text()));
        return page([site.name, request.headers.get("cookie"), ...texts].join("|"), {
          status: 203,
          headers: [["Set-Cookie", "a=1"], ["Set-Cookie", "b=2"], ["X-Api", answers[0].headers.get("X-Api")]],
        });
      }
      case "/sent": {
        const answer = await ask("/api/write", { method: "POST", body: "typed" });
        return page(answer.ok + await answer.text());
      }
      case "/failing-api": return page(await ask("/api/broken").then(() => "answered", (error) => error.message));
      case "/impatient": {
        const call = ask("/api/silent", { signal: AbortSignal.timeout(20) });
        return page(await call.then(() => "answered", () => "gave up"));
      }
      case "/name": return page(site.name);
      case "/redirect": return new Response(null, { status: 302, headers: { Location: "/" } });
      case "/broken": throw new Error("a page that nobody foresaw");
      case "/ends": process.exit(3);
      case "/long": return page("gjatë ".repeat(1000), { headers: { "Content-Type": "text/html" } });
      case "/busy": { const until = Date.now() + 300; while (Date.now() < until); return page("busy"); }
      case "/stuck": for (;;);
      default: return page("home");
    }
  };
`;

const site: SiteConfig = {
  name: "Vetura",
  publicUrl: "http://site",
  contactEmail: "",
  contactPhone: "",
  facebookUrl: "",
  instagramUrl: "",
  tiktokUrl: "",
  fees: defaultFees,
  limits: { photos: 10, sponsorshipDays: 30 },
  paymentsMode: "test",
};
const visitor = new AsyncLocalStorage<string>();
const opened: PageRenderer[] = [];
const logged: string[] = [];

afterEach(async () => {
  logged.length = 0;
  await Promise.all(opened.splice(0).map((threads) => threads.close()));
});

async function open(options: Partial<PageRendererOptions> = {}, module = pages): Promise<PageRenderer> {
  const threads = await PageRenderer.open({
    entry: new URL("../../page-worker.ts", import.meta.url),
    data: { bundle: `data:text/javascript,${encodeURIComponent(module)}`, site },
    log: createLogger((line) => logged.push(line)),
    size: 1,
    ...options,
  });
  opened.push(threads);
  return threads;
}

/** Returns the request that it got and its visitor. */
const api = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/broken") throw new Error("no database");
  if (pathname === "/api/silent") await new Promise(() => {});
  const text = `${request.method} ${pathname} ${visitor.getStore() ?? "nobody"} ${await request.text()}`;
  return new Response(text, { headers: { "X-Api": "yes" } });
};

const render = async (threads: PageRenderer, path: string, init?: RequestInit) =>
  toResponse(await threads.render(new Request(`http://site${path}`, init), api));
const textOf = async (threads: PageRenderer, path: string) => (await render(threads, path)).text();

test("what is said of the site changes in all threads, and in those that are started later", async () => {
  const threads = await open({ size: 2 });
  const names = () => Promise.all([textOf(threads, "/name"), textOf(threads, "/name")]);
  expect(await names()).toEqual(["Vetura", "Vetura"]);
  threads.setSite({ ...site, name: "Tjetër" });
  expect(await names()).toEqual(["Tjetër", "Tjetër"]);
  await expect(render(threads, "/ends")).rejects.toThrow();
  expect(await names()).toEqual(["Tjetër", "Tjetër"]);
});

test("a page is rendered in another thread and reads the API as its visitor", async () => {
  const threads = await open({ size: 2 });
  expect(threads.routes).toEqual(["/", "/car/:id?"]);
  const names = Array.from({ length: 20 }, (_, n) => `visitor ${n}`);
  const answers = await Promise.all(
    names.map((name) =>
      visitor.run(name, async () => render(threads, "/car", { headers: { cookie: `of=${name}` } })),
    ),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts).toEqual(names.map((name) => `Vetura|of=${name}|GET /api/a ${name} |GET /api/b ${name} `));
  const [{ status, headers } = new Response()] = answers;
  expect(status).toBe(203);
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(headers.get("X-Api")).toBe("yes");
  expect(threads.figures.underWay).toBe(0);
});

test("a page's request body reaches the API, and a redirect has no body", async () => {
  const threads = await open();
  expect(await textOf(threads, "/sent")).toBe("truePOST /api/write nobody typed");
  expect(await textOf(threads, "/")).toBe("home");
  const redirect = await render(threads, "/redirect");
  expect(redirect.status).toBe(302);
  expect(redirect.headers.get("Location")).toBe("/");
  expect(redirect.body).toBeNull();
});

test("a page is compressed in its thread as its visitor accepts", async () => {
  const threads = await open();
  const page = await render(threads, "/long", { headers: { "accept-encoding": "gzip" } });
  expect(page.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await page.arrayBuffer()).toString()).toBe("gjatë ".repeat(1000));
  expect(page.headers.get("vary")).toBe("Accept-Encoding");
  const plain = await render(threads, "/long");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
});

test("a page handles an API that fails or does not answer, and a page that throws affects only itself", async () => {
  const threads = await open();
  expect(await textOf(threads, "/failing-api")).toBe("no database");
  expect(await textOf(threads, "/impatient")).toBe("gave up");
  await expect(render(threads, "/broken")).rejects.toThrow("a page that nobody foresaw");
  expect(await textOf(threads, "/")).toBe("home");
  expect(threads.figures).toMatchObject({ underWay: 0, threadsLost: 0 });
});

test("a thread that ends fails its own pages only and is replaced", async () => {
  const threads = await open();
  const others = Array.from({ length: 3 }, () => render(threads, "/impatient"));
  const outcomes = Promise.allSettled([render(threads, "/ends"), ...others]);
  expect((await outcomes).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "rejected"));
  expect(await textOf(threads, "/")).toBe("home");
  expect(threads.figures).toMatchObject({ underWay: 0, threadsLost: 1 });
});

test("threads that end at once are all replaced", async () => {
  const threads = await open({ size: 2 });
  const ending = Promise.allSettled([render(threads, "/ends"), render(threads, "/ends")]);
  // So busy that it sees both ends in one turn.
  for (const until = performance.now() + 1_000; performance.now() < until;);
  expect((await ending).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // Once both are there, one answers while the other is busy.
  const first = () => Promise.race([textOf(threads, "/busy"), textOf(threads, "/")]);
  await expect.poll(first, { timeout: 10_000 }).toBe("home");
  expect(threads.figures.threadsLost).toBe(2);
});

test("a page that never ends costs its own thread and does not block the main thread", async () => {
  const threads = await open({ pageTimeout: 500 });
  const stuck = render(threads, "/stuck");
  const rejected = expect(stuck).rejects.toThrow("ended");
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 5);
  await rejected;
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
  // On a busy machine the next thread may take longer to start than a page may take here.
  await expect.poll(() => textOf(threads, "/").catch(String), { timeout: 10_000 }).toBe("home");
});

test("lateness is how long the oldest page has waited for a thread, and 0 when none waits", async () => {
  const threads = await open();
  expect(threads.figures.lateness).toBe(0);
  const busy = render(threads, "/busy");
  const next = render(threads, "/");
  await expect.poll(() => threads.figures.lateness, { interval: 5 }).toBeGreaterThan(50);
  await Promise.all([busy, next]);
  expect(threads.figures.lateness).toBe(0);
});

test("a bundle that cannot be loaded fails the start with its error", async () => {
  await expect(open({}, "export const pagePatterns = [];")).rejects.toThrow("does not export what it should");
  expect(logged.join("")).toContain("page_thread.failed");
});

test("pages are refused after close()", async () => {
  const threads = await open();
  const stuck = render(threads, "/stuck");
  const rejected = expect(stuck).rejects.toThrow("ended");
  await threads.close();
  await rejected;
  await expect(render(threads, "/")).rejects.toThrow("ended");
});

test("when no thread can start, a page fails after its time limit", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-pages-"));
  try {
    const bundle = join(folder, "pages.mjs");
    await writeFile(bundle, pages);
    const threads = await open({
      data: { bundle: pathToFileURL(bundle).href, site },
      pageTimeout: 1_500,
    });
    await writeFile(bundle, "throw new Error('a build that is gone')");
    await expect(render(threads, "/ends")).rejects.toThrow("ended");
    await expect(render(threads, "/")).rejects.toThrow("No thread for pages starts.");
    expect(logged.join("")).toContain("a build that is gone");
    await writeFile(bundle, pages);
    await expect.poll(() => textOf(threads, "/").catch(String), { timeout: 10_000 }).toBe("home");
  } finally {
    await rm(folder, { recursive: true });
  }
});
