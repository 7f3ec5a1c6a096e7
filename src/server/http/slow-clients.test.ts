import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/log.ts";
import type { PageAnswer } from "./page-answer.ts";
import { freePort } from "#testing/free-port.ts";
import { createFront } from "#server/front.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";

const host = "127.0.0.1";
const log = createLogger(() => {});
/** More than any kernel takes off our hands. */
const bigAnswer = new Uint8Array(8_000_000).fill(97);
const smallAnswer = new TextEncoder().encode("page");
const pageOf = (body: PageAnswer["body"]): PageAnswer => ({ status: 200, headers: [], body });
/** Less patience than the product's, so that its end can be seen. */
const impatient = { headersTimeout: 400, silenceTimeout: 600, maxAnswerMs: 1_500, checkEvery: 100 };
const each = 300;

let server: HttpServer;
let url: string;
let port: number;
let sockets: Socket[] = [];

async function start(limits: Partial<typeof impatient>): Promise<void> {
  port = await freePort();
  url = `http://${host}:${port}`;
  const front = createFront(log);
  server = await startHttpServer(
    { host, port, trustedProxies: [], rateLimits: false },
    log,
    (request, bindings) => front.handle(request, bindings),
    { limits },
  );
  front.open({
    api: async (request) => Response.json({ bytes: (await request.arrayBuffer()).byteLength }),
    pages: async (request) => (request.url.endsWith("/big") ? pageOf(bigAnswer) : pageOf(smallAnswer)),
    files: () => null,
    checkReady: async () => {},
  });
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.close(100);
});

/** A connection that sends this and then a byte now and then, and reads nothing by default. */
function dawdle(text: string, options: { drip: string | null }): Socket {
  const socket = connect({ port, host });
  sockets.push(socket);
  socket.on("error", () => {});
  socket.pause();
  socket.write(text);
  if (options.drip !== null) {
    const { drip } = options;
    const timer = setInterval(() => socket.write(drip), 100);
    socket.once("close", () => clearInterval(timer));
  }
  return socket;
}

/** The middle one of 20 answers: a machine that does much else makes one or the other wait. */
async function expectOthersUnharmed(): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const since = performance.now();
    const answer = await fetch(`${url}/`);
    expect(await answer.text()).toBe("page");
    times.push(performance.now() - since);
  }
  expect(times.toSorted((one, other) => one - other)[10]).toBeLessThan(1_000);
}

const isGone = (socket: Socket) => socket.destroyed || socket.readableEnded || socket.closed;

test("hundreds of clients that send byte by byte do not slow down others", async () => {
  await start({});
  for (let n = 0; n < each; n += 1) {
    dawdle("GET / HTTP/1.1\r\nHost: site\r\nX-A: ", { drip: "a" });
    dawdle("POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: 100000\r\n\r\n", { drip: "a" });
  }
  await expect.poll(() => server.figures.connections, { timeout: 10_000 }).toBeGreaterThanOrEqual(2 * each);
  await expectOthersUnharmed();
  // Bodies on their way are nothing that the site works on.
  expect(server.figures.running).toBeLessThan(5);
  expect(server.figures.refused).toBe(0);
});

test("a connection whose headers take too long is ended", async () => {
  await start(impatient);
  const slow = dawdle("GET / HTTP/1.1\r\nHost: site\r\nX-A: ", { drip: "a" });
  slow.resume();
  await expect.poll(() => isGone(slow), { timeout: 5_000 }).toBe(true);
});

test("a client that reads nothing of an answer is disconnected, and others are not affected", async () => {
  await start(impatient);
  const readers = Array.from({ length: 50 }, () =>
    dawdle("GET /big HTTP/1.1\r\nHost: site\r\n\r\n", { drip: null }),
  );
  await Promise.all(readers.map((reader) => once(reader, "connect")));
  await expectOthersUnharmed();
  await expect.poll(() => server.figures.connections, { timeout: 10_000 }).toBeLessThan(5);
});

test("a client that reads too slowly to ever finish is disconnected", async () => {
  // Something moves all the time.
  await start({ ...impatient, silenceTimeout: 60_000 });
  const reader = dawdle("GET /big HTTP/1.1\r\nHost: site\r\n\r\n", { drip: null });
  let read = 0;
  const timer = setInterval(() => {
    read += reader.read(20_000)?.length ?? 0;
  }, 50);
  await expect.poll(() => server.figures.connections, { timeout: 5_000 }).toBe(1);
  await expect.poll(() => server.figures.connections, { timeout: 10_000 }).toBe(0);
  clearInterval(timer);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(bigAnswer.length);
});
