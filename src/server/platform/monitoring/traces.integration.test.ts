import { createServer, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "kysely";
import { createDatabase, type Database } from "#server/platform/db/connection.ts";
import { type HttpServer, startHttpServer } from "#server/http/http-server.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { watchedLog } from "#testing/faults.ts";
import { freePort } from "#testing/free-port.ts";
import { createTraces, type Traces } from "./traces.ts";

const host = "127.0.0.1";
const canary = "kanarina-hunter2";

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
});
const told = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value })),
              status: z.object({ code: z.number().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.output<typeof told>["resourceSpans"][number]["scopeSpans"][number]["spans"][number];

const spans: Span[] = [];
const bodies: string[] = [];
let collector: Server;
let other: Server;
let testDatabase: TestDatabase;
let database: Database;
let traces: Traces;
let site: HttpServer;
let url: string;

const listenOn = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, host, resolve));

beforeAll(async () => {
  const [collectorPort, otherPort, port] = [await freePort(), await freePort(), await freePort()];
  // As small as a collector can be: OTLP over HTTP, in JSON.
  collector = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      bodies.push(`${incoming.url} ${body.toString()}`);
      for (const { scopeSpans } of told.parse(JSON.parse(body.toString())).resourceSpans) {
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      return response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  other = createServer((_, response) => response.end("done"));
  await Promise.all([listenOn(collector, collectorPort), listenOn(other, otherPort)]);
  testDatabase = await createTestDatabase();
  traces = createTraces({ endpoint: `http://${host}:${collectorPort}`, service: "Vetura" });
  traces.watch((path) => (path.startsWith("/car/") ? "/car/{id}" : "other"));
  database = createDatabase(testDatabase.url, {
    log: watchedLog,
    onStatement: (...statement) => traces.statement(...statement),
  });
  site = await startHttpServer(
    { host, port, trustedProxies: [], rateLimits: false },
    watchedLog,
    async () => {
      await database.db.selectFrom("users").select("id").where("email", "=", canary).execute();
      await sql`select ${canary}::int`.execute(database.db).catch(() => {});
      await new Promise<void>((resolve, reject) => {
        const call = request({ host, port: otherPort, path: `/v1/charges?card=${canary}` }, (answer) => {
          answer.resume();
          answer.once("end", () => resolve());
        });
        call.once("error", reject);
        call.end();
      });
      return new Response("page");
    },
    { traces },
  );
  url = `http://${host}:${port}`;
});

afterAll(async () => {
  await site?.close(100);
  await traces?.stop();
  await database?.close();
  await testDatabase?.close();
  collector?.closeAllConnections();
  collector?.close();
  other?.closeAllConnections();
  other?.close();
});

test("a request is one trace with its statements and outgoing calls and without personal values", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  expect(await (await fetch(`${url}/car/1?q=${canary}`, { headers })).text()).toBe("page");
  await expect.poll(() => spans.map(({ name }) => name), { timeout: 10_000 }).toContain("GET /car/{id}");
  const own = spans.filter((span) => span.traceId === traceId);
  const root = own.find(({ name }) => name === "GET /car/{id}");
  expect(root?.parentSpanId).toBe("b7ad6b7169203331");
  const parts = own.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name);
  expect(parts).toEqual(
    expect.arrayContaining(["select users", "select", expect.stringMatching(/^GET 127\.0\.0\.1/)]),
  );
  // A statement that failed says so, and no more.
  expect(own.find(({ name }) => name === "select")?.status?.code).toBe(2);
  expect(bodies[0]).toMatch(/^\/v1\/traces /);
  expect(bodies.join()).not.toContain(canary);
  expect(bodies.join()).not.toContain("kanarina");
});

test("the export of traces to the collector is not itself traced", async () => {
  await (await fetch(`${url}/car/2`)).text();
  await (await fetch(`${url}/car/3`)).text();
  await expect
    .poll(() => spans.filter(({ name }) => name === "GET /car/{id}").length, { timeout: 10_000 })
    .toBe(3);
  expect(spans.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
});

test("an unreachable collector does not slow down requests", async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  const since = performance.now();
  for (let n = 0; n < 20; n += 1) expect((await fetch(`${url}/car/${n}`)).status).toBe(200);
  expect(performance.now() - since).toBeLessThan(3_000);
});
