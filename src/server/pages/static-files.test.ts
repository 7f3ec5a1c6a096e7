import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadStaticFiles, type StaticHandler } from "./static-files.ts";

let folder: string;
let handle: StaticHandler;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-static-"));
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, "assets/app-1a2b.js"), "plain");
  await writeFile(join(folder, "assets/app-1a2b.js.br"), "brotli");
  await writeFile(join(folder, "icon.svg"), "<svg/>");
  await writeFile(join(folder, ".vite/manifest.json"), "{}");
  await writeFile(join(folder, "sw.js"), "worker");
  handle = await loadStaticFiles(folder, { serviceWorker: true });
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  handle(new Request(`http://site${path}`, { method, headers }), path);

test("a file with a hash in its name is cacheable for a year and another file for an hour", async () => {
  const script = get("/assets/app-1a2b.js");
  expect(await script?.text()).toBe("plain");
  expect(script?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(script?.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(script?.headers.get("x-content-type-options")).toBe("nosniff");
  expect(get("/icon.svg")?.headers.get("cache-control")).toBe("public, max-age=3600");
});

test("a browser that accepts brotli gets the precompressed file", async () => {
  const answer = get("/assets/app-1a2b.js", { "accept-encoding": "br" });
  expect(await answer?.text()).toBe("brotli");
  expect(answer?.headers.get("content-encoding")).toBe("br");
  expect(answer?.headers.get("vary")).toBe("Accept-Encoding");
});

test("a browser that has the file's representation gets 304", () => {
  const etag = get("/icon.svg")?.headers.get("etag") ?? "";
  expect(get("/icon.svg", { "if-none-match": `"x", ${etag}` })?.status).toBe(304);
  expect(get("/icon.svg", { "if-none-match": '"x"' })?.status).toBe(200);
});

test("HEAD returns the length without the bytes, and a write is refused", async () => {
  const answer = get("/icon.svg", {}, "HEAD");
  expect(answer?.headers.get("content-length")).toBe("6");
  expect(await answer?.text()).toBe("");
  expect(get("/icon.svg", {}, "POST")?.status).toBe(405);
});

test("a script of an older build is 404, and other paths go to the pages", () => {
  expect(get("/assets/old-ffff.js")?.status).toBe(404);
  expect(get("/search")).toBeNull();
});

test("no path outside the built files can be read", () => {
  expect(get("/.vite/manifest.json")).toBeNull();
  expect(get("/assets/app-1a2b.js.br")?.status).toBe(404);
  expect(get("/../package.json")).toBeNull();
});

test("a service worker is asked for anew each time and is not there where it is switched off", async () => {
  expect(get("/sw.js")?.headers.get("cache-control")).toBe("no-cache");
  const without = await loadStaticFiles(folder, { serviceWorker: false });
  expect(without(new Request("http://site/sw.js"), "/sw.js")).toBeNull();
  expect(without(new Request("http://site/icon.svg"), "/icon.svg")?.status).toBe(200);
});
