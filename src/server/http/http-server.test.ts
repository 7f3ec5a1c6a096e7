import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, createServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import { toPageAnswer } from "#server/pages/encoding.ts";
import type { PageAnswer } from "./page-answer.ts";
import { malformedOf, sendMalformed } from "#testing/fuzz/malformed.ts";
import { seed } from "#testing/seed.ts";
import { createFront, type Site } from "#server/front.ts";
import { ListenError } from "#server/listen-error.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "./http-server.ts";

const host = "127.0.0.1";
const lines: string[] = [];
const log = createLogger((line) => lines.push(line));
let server: HttpServer | null = null;

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const pageOf = (text: string, headers: Record<string, string> = {}): Promise<PageAnswer> =>
  toPageAnswer(new Response(text, { headers }), null);

async function start(site: Partial<Site> | null, options: HttpServerOptions = {}) {
  const port = await freePort();
  const front = createFront(log);
  server = await startHttpServer(
    { host, port, trustedProxies: [], rateLimits: true },
    log,
    (request, bindings) => front.handle(request, bindings),
    { cachedPage: (request) => front.cachedPage(request), ...options },
  );
  if (site !== null) {
    front.open({
      api: () => Response.json({ from: "api" }),
      pages: () => pageOf("page", { "content-type": "text/html" }),
      files: () => null,
      checkReady: async () => {},
      ...site,
    });
  }
  return { front, port, url: (path: string) => `http://${host}:${port}${path}` };
}

afterEach(async () => {
  await server?.close(100);
  server = null;
  lines.length = 0;
});

test("photos and share pictures may be embedded anywhere, and all other answers by this site only", async () => {
  const { url } = await start({});
  const policyOf = async (path: string) =>
    (await fetch(url(path))).headers.get("cross-origin-resource-policy");
  for (const path of ["/", "/search", "/api/cars", "/healthz", "/readyz", "/assets/none.js", "/photosofmine"])
    expect([path, await policyOf(path)]).toEqual([path, "same-origin"]);
  for (const path of ["/photos/1/960.jpg", "/og/site.jpg"])
    expect([path, await policyOf(path)]).toEqual([path, "cross-origin"]);
});

async function hsts(secure: boolean): Promise<string | null> {
  const { url } = await start(null, { secure });
  const header = (await fetch(url("/"))).headers.get("strict-transport-security");
  await server?.close(100);
  return header;
}

test("Strict-Transport-Security is sent only where the site's address is https", async () => {
  expect(await hsts(true)).toBe("max-age=31536000");
  expect(await hsts(false)).toBeNull();
});

test("while the site starts it is alive but not ready and answers 503 with Retry-After", async () => {
  const { url } = await start(null);
  expect((await fetch(url("/healthz"))).status).toBe(200);
  expect((await fetch(url("/readyz"))).status).toBe(503);
  const page = await fetch(url("/"), { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  expect(await page.text()).toContain('<html lang="sq">');
  const call = await fetch(url("/api/cars"));
  expect(await call.json()).toEqual({ code: "overloaded", message: expect.any(String) });
});

test("the server routes each path to its handler", async () => {
  const { url } = await start({
    files: (_, path) => (path === "/icon.svg" ? new Response("file") : null),
  });
  expect(await (await fetch(url("/api/cars?q=golf"))).json()).toEqual({ from: "api" });
  expect(await (await fetch(url("/photos/1/320.jpg"))).json()).toEqual({ from: "api" });
  expect(await (await fetch(url("/icon.svg"))).text()).toBe("file");
  expect(await (await fetch(url("/apiary"))).text()).toBe("page");
  expect((await fetch(url("/readyz"))).status).toBe(200);
});

test("guests who ask for one public page at the same time share one rendering", async () => {
  let rendered = 0;
  const { url } = await start({
    pages: () => {
      rendered += 1;
      return pageOf(`page ${rendered}`, { "content-type": "text/html", "cache-control": "public" });
    },
  });
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(url("/search"))).text()),
  );
  expect(texts.filter((text) => text === "page 1").length).toBeGreaterThan(1);
  expect(rendered).toBeLessThan(20);
  const signedIn = await fetch(url("/search"), { headers: { cookie: "session=1" } });
  expect(await signedIn.text()).toBe(`page ${rendered}`);
  expect(
    lines.filter((line) => line.includes('"request"')),
    "each has its log line",
  ).toHaveLength(21);
});

test("with the database away /readyz returns 503 and pages are still served", async () => {
  const { url } = await start({ checkReady: () => Promise.reject(new Error("away")) });
  expect((await fetch(url("/readyz"))).status).toBe(503);
  expect((await fetch(url("/"))).status).toBe(200);
});

test("the API calls of a page carry the visitor's address", async () => {
  const seen: unknown[] = [];
  const { front, url } = await start({
    api: (_, env) => {
      seen.push("remoteAddress" in env ? env.remoteAddress : "network");
      return Response.json({});
    },
    pages: async () => pageOf(String((await front.apiFetch(new Request("http://x/api/me"))).status)),
  });
  expect(await (await fetch(url("/"))).text()).toBe("200");
  expect(seen).toEqual([host]);
});

test("a taken port fails the start with the variable to change", async () => {
  const { port } = await start({});
  const second = startHttpServer(
    { host, port, trustedProxies: [], rateLimits: true },
    log,
    async () => new Response(),
  );
  await expect(second).rejects.toThrow(ListenError);
  await expect(second).rejects.toThrow(new RegExp(`PORT ${port} is taken`));
});

test("a stopping site answers what is under way and accepts nothing new", async () => {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { url } = await start({
    pages: async () => {
      arrived.resolve();
      await release.promise;
      return pageOf("whole");
    },
  });
  const answer = fetch(url("/slow"));
  await arrived.promise;
  const closed = server?.close(5000);
  await expect(fetch(url("/healthz"))).rejects.toThrow();
  release.resolve();
  expect(await (await answer).text()).toBe("whole");
  await closed;
});

test("one of several processes announces its stop on /readyz, serves on for a while and then ends its connections", async () => {
  const { front, url } = await start({});
  front.startStopping();
  const since = performance.now();
  const closed = server?.close(5000, 400);
  const asked = await fetch(url("/readyz"));
  expect([asked.status, asked.headers.get("connection")]).toEqual([503, "close"]);
  const page = await fetch(url("/"));
  expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
  await closed;
  expect(performance.now() - since).toBeGreaterThan(399);
  await expect(fetch(url("/"))).rejects.toThrow();
});

test("one of several processes closes no idle connection during its notice, since a request may be under way", async () => {
  const { port } = await start({});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<{ connection: string | undefined; reused: boolean }>((resolve, reject) => {
      const asked = request({ agent, host, port, path: "/healthz" }, (answer) => {
        answer.resume();
        answer.on("end", () =>
          resolve({ connection: answer.headers.connection, reused: asked.reusedSocket }),
        );
      });
      asked.on("error", reject);
      asked.end();
    });
  await ask();
  const closed = server?.close(5000, 1500);
  // Another visitor's answer ends meanwhile.
  await (await fetch(`http://${host}:${port}/healthz`)).text();
  await nextTurn();
  await nextTurn();
  expect(await ask()).toEqual({ connection: "close", reused: true });
  await closed;
  agent.destroy();
});

test("one of several processes answers over an idle connection right after accepting its last connection", async () => {
  const { port } = await start({});
  const early = connect(port, host);
  let answers = "";
  early.on("data", (chunk) => {
    answers += chunk.toString();
  });
  early.on("error", () => {});
  const ask = () => early.write("POST /api/logout HTTP/1.1\r\nHost: site\r\nContent-Length: 0\r\n\r\n");
  ask();
  await expect.poll(() => answers).toContain("keep-alive");
  answers = "";
  const closed = server?.close(5000, 100);
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const late = connect(port, host);
      late.once("error", () => resolve(true));
      late.once("connect", () => {
        late.destroy();
        resolve(false);
      });
    });
  await expect.poll(isRefused, { interval: 10, timeout: 5000 }).toBe(true);
  ask();
  await new Promise((resolve) => early.once("close", resolve));
  expect(answers).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close/i);
  await closed;
});

test("an idle visitor's open connection does not delay the stop", async () => {
  const { port } = await start({});
  const socket = connect(port, host);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: site\r\n");
  const since = performance.now();
  await server?.close(200);
  expect(performance.now() - since).toBeLessThan(2000);
  socket.destroy();
});

test("connections that browsers opened in advance do not delay the stop", async () => {
  const { port } = await start({});
  const socket = connect(port, host);
  await new Promise((resolve) => socket.once("connect", resolve));
  const since = performance.now();
  await server?.close(5000);
  expect(performance.now() - since).toBeLessThan(2000);
});

test("a request that arrives on a new connection right after the stop began is answered", async () => {
  const { port } = await start({});
  const socket = connect(port, host);
  await new Promise((resolve) => socket.once("connect", resolve));
  const closed = server?.close(5000);
  socket.write("GET /api/me HTTP/1.1\r\nHost: site\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("HTTP/1.1 200");
  await closed;
});

test("each request writes one log line without the query string", async () => {
  const { url } = await start({});
  await (await fetch(url("/reset-password?token=secret"))).text();
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "request",
    path: "/reset-password",
    status: 200,
  });
  expect(lines[0]).not.toContain("secret");
});

test("an unexpected error returns a 500 in Albanian without its cause", async () => {
  const { url } = await start({ pages: () => Promise.reject(new Error("password=hunter2")) });
  const answer = await fetch(url("/"));
  expect(answer.status).toBe(500);
  const body = await answer.text();
  expect(body).toContain("Ka ndodhur një gabim");
  expect(body).not.toContain("hunter2");
});

test("malformed HTTP is refused or answered and never causes a 5xx", async () => {
  // A page is asked for anew in another thread.
  const { port } = await start({
    pages: ({ url, method, headers }) => pageOf(new Request(url, { method, headers }).method),
  });
  // Found by the long run, both an error of ours: a host that is none, a method that no page can be asked for with.
  for (const head of ["GET / HTTP/1.1\r\nHost: site.1", "TRACE / HTTP/1.1\r\nHost: site"]) {
    const bytes = Buffer.from(`${head}\r\nConnection: close\r\n\r\n`);
    // oxlint-disable-next-line no-await-in-loop -- one by one
    expect(await sendMalformed(port, new Uint8Array(bytes), 15_000), head).toBe(null);
  }
  const sent = malformedOf(seed, 400);
  const wrongs = await Promise.all(sent.map((bytes) => sendMalformed(port, bytes, 15_000)));
  expect(wrongs.filter((wrong) => wrong !== null)).toEqual([]);
});
