import { searchParams } from "#domain/search/car-search.ts";
import { openApiDocument } from "#server/http/api-docs/openapi.ts";
import type { SeededRandom } from "#testing/seeded-random.ts";
import { type Hints, makeValue, oddValues, mutateValue } from "./make-value.ts";

/** The two secrets of a session. */
export interface FuzzPerson {
  readonly token: string;
  readonly cookie: string;
}

/** Existing things that requests refer to, so that some of them pass the first checks. */
export interface FuzzWorld {
  /** One per role; null is a guest. */
  readonly people: readonly (FuzzPerson | null)[];
  /** Ids of cars, users, photos, reports and so on; any of them may be put into any path. */
  readonly ids: readonly string[];
  readonly hints: Hints;
  /** Valid pictures. */
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
}

/** A request as data, so that a failure can show what was sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly weight: number;
}

// Hashing a password is slow on purpose, and a picture needs a worker process: requested rarely.
const expensivePaths = /register|login|password|photos$/;
const expensiveCalls = /^(DELETE|PUT) \/api\/me$/;

const { paths } = openApiDocument({ name: "Vetura", publicUrl: "http://localhost:3000", secure: false });

/** The API's endpoints, from its OpenAPI document. */
const calls: readonly Route[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([lowerCase, { parameters, requestBody }]) => {
    const method = lowerCase.toUpperCase();
    const asked = parameters.flatMap((one) =>
      "in" in one && one.in === "query" ? [[one.name, one.schema]] : [],
    );
    return {
      method,
      path,
      query: { type: "object", properties: Object.fromEntries(asked) },
      body: requestBody?.content["application/json"]?.schema ?? null,
      weight: expensivePaths.test(path) || expensiveCalls.test(`${method} ${path}`) ? 0.02 : 1,
    };
  }),
);

/** Paths outside of the API. */
const places = [
  "/photos/{id}/960.jpg",
  "/photos/{id}/320.webp",
  "/photos/{id}/{id}",
  "/og/{id}/x.jpg",
  "/og/site.jpg",
  "/api/docs",
  "/api/openapi.json",
  "/api/{id}",
  "/api/admin/{id}",
];
export const pages = [
  "/",
  "/search",
  "/car/{id}",
  "/car",
  "/dealers/{id}",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/add-car",
  "/edit-car/{id}",
  "/pricing",
  "/checkout",
  "/payment/success",
  "/payment/failed",
  "/autosallon-signup",
  "/autosallon/success",
  "/autosallon-dashboard",
  "/my-publishings",
  "/profile",
  "/admin",
  "/favorites",
  "/terms",
  "/privacy",
  "/unsubscribe",
  "/sitemap.xml",
  "/sitemap/{id}",
  "/sitemap/cars-1.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/assets/{id}",
  "/healthz",
  "/{id}",
];

const queryKeys = [
  ...searchParams,
  ..."page limit token next session_id reason role status owner state who action from to".split(" "),
];
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

/**
 * Converts a value to text for a path or header: well-formed Unicode, and in headers only what HTTP allows.
 */
function asText(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}

function headerText(value: unknown): string {
  return asText(value)
    .replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, "?")
    .trim()
    .slice(0, 2_000);
}

function makeId(random: SeededRandom, { ids }: FuzzWorld): string {
  if (ids.length > 0 && random.chance(0.7)) return random.pick(ids);
  const odd = asText(random.pick(oddValues)).slice(0, 300);
  return random.chance(0.5) ? encodeURIComponent(odd) : odd.replaceAll(/[\s?#\\]/g, "%");
}

function makeQuery(random: SeededRandom, schema: unknown, hints: Hints): string {
  if (random.chance(0.3)) return "";
  const made = schema === null ? {} : makeValue(random, schema, hints);
  const search = new URLSearchParams(Object.entries(made ?? {}).map(([key, value]) => [key, asText(value)]));
  for (let n = random.below(4); n > 0; n -= 1) {
    const key = random.pick(queryKeys);
    const hint = hints[key];
    const value =
      hint !== undefined && hint.length > 0 && random.chance(0.6)
        ? random.pick(hint)
        : random.pick(oddValues);
    search.append(key, asText(value));
  }
  const text = search.toString();
  // Truncated anywhere, possibly within an escape.
  return `?${random.chance(0.1) ? text.slice(0, random.below(text.length + 1)) : text}`;
}

const oddBodies: readonly string[] = [
  "",
  "{",
  "[]",
  "null",
  "true",
  '"x"',
  "NaN",
  '{"a":',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1,"a":2}',
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `{"a":"${"x".repeat(100_000)}"}`,
  "\uFEFF{}",
  "a=1&b=2",
  "<xml/>",
  '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc\r\n--x--\r\n',
];

function makeBody(random: SeededRandom, route: Route, world: FuzzWorld): FuzzRequest["body"] {
  if (random.chance(0.08)) return random.pick(oddBodies);
  if (route.path === "/api/photos") {
    const picture = random.pick(world.pictures);
    if (random.chance(0.3)) return picture;
    const broken = picture.slice(0, random.below(picture.length + 1));
    for (let n = random.below(6); n > 0 && broken.length > 0; n -= 1)
      broken[random.below(broken.length)] = random.below(256);
    return broken;
  }
  if (route.body === null) return null;
  let value = makeValue(random, route.body, world.hints);
  if (random.chance(0.5)) value = mutateValue(random, value);
  if (random.chance(0.2)) value = mutateValue(random, value);
  const text = JSON.stringify(value) ?? "";
  if (random.chance(0.03)) return text.slice(0, random.below(text.length + 1));
  return text;
}

const oddHeaders: readonly (readonly [string, readonly string[]])[] = [
  ["if-match", ['"1"', "*", "W/", '"x"', '"99999999999999999999"', ""]],
  ["idempotency-key", ["k", "x".repeat(201), "", "é", "same-for-all"]],
  ["if-none-match", ["*", '"x"', "W/", ",,,"]],
  ["if-modified-since", ["Thu, 01 Jan 1970 00:00:00 GMT", "x"]],
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1", "x"]],
  ["accept", ["text/html", "*/*;q=x", "", "application/json"]],
  ["accept-encoding", ["br", "gzip;q=0", "*;q=nan", "identity;q=0, *;q=0"]],
  ["accept-language", ["sq", "x".repeat(1_000)]],
  ["origin", ["https://evil.example", "null", "x"]],
  ["sec-fetch-site", ["cross-site", "same-origin", "x"]],
  ["x-forwarded-for", ["1.2.3.4", "x, ::1, ,", "999.999.999.999"]],
  ["x-forwarded-proto", ["javascript"]],
  ["stripe-signature", ["t=1,v1=x", "t=,v1=", "x", "t=9999999999999999999,v1=00"]],
  [
    "content-type",
    [
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "x",
      "application/json; charset=utf-16",
    ],
  ],
  ["content-encoding", ["gzip", "x"]],
  ["x-request-id", ["x".repeat(500), "\u00FF"]],
  ["traceparent", ["00-0-0-00", "x"]],
  ["user-agent", ["", "Googlebot", "x".repeat(2_000)]],
];

function makeHeaders(random: SeededRandom, route: Route, world: FuzzWorld): [string, string][] {
  const person = random.pick([...world.people, null]);
  const headers = new Map<string, string>();
  const way = random.below(10);
  if (person !== null && way < 7) headers.set("authorization", `Bearer ${person.token}`);
  if (person !== null && way > 5) headers.set("cookie", `vetura_session=${person.cookie}`);
  if (random.chance(0.04)) headers.set("authorization", headerText(random.pick(oddValues)));
  if (random.chance(0.04))
    headers.set("cookie", headerText(`vetura_session=${asText(random.pick(oddValues))}`));
  if (route.method !== "GET") headers.set("content-type", "application/json");
  for (let n = random.below(3); n > 0 && random.chance(0.5); n -= 1) {
    const [name, values] = random.pick(oddHeaders);
    headers.set(name, random.chance(0.8) ? random.pick(values) : headerText(random.pick(oddValues)));
  }
  return [...headers];
}

function chooseRoute(random: SeededRandom, others: readonly string[]): Route {
  for (;;) {
    if (random.chance(0.1)) {
      const method = random.chance(0.8) ? "GET" : random.pick(methods);
      const path = random.pick(others);
      // An image is drawn in another process, one at a time: requested rarely.
      if (path.startsWith("/og/") && !random.chance(0.1)) continue;
      return { method, path, query: null, body: null, weight: 1 };
    }
    const route = random.pick(calls);
    if (random.next() < route.weight)
      return random.chance(0.03) ? { ...route, method: random.pick(methods) } : route;
  }
}

/**
 * A request to a random endpoint or other path, generated from its schema, usually with something wrong in
 * it.
 */
export function makeRequest(random: SeededRandom, world: FuzzWorld, withPages: boolean): FuzzRequest {
  const route = chooseRoute(random, withPages ? [...places, ...pages] : places);
  const path = route.path.replaceAll(/\{\w+\}/g, () => makeId(random, world));
  const hasBody = !["GET", "HEAD"].includes(route.method);
  return {
    method: route.method,
    path: `${path}${makeQuery(random, route.query, world.hints)}`,
    headers: makeHeaders(random, route, world),
    body: hasBody ? makeBody(random, route, world) : null,
  };
}
