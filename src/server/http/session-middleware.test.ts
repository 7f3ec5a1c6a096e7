import { Hono } from "hono";
import { expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { createCookies, type Credentials } from "./credentials.ts";
import { errorResponse, toAppError } from "./errors.ts";
import { sessionMiddleware } from "./session-middleware.ts";
import type { AppEnv } from "./session.ts";

const secret = "s".repeat(43);

/** An application that records for which credentials it looked up a session. */
function createGuarded() {
  const asked: Credentials[] = [];
  const app = new Hono<AppEnv>();
  app.use(
    sessionMiddleware({
      cookies: createCookies(false),
      publicUrl: "http://vetura.test",
      authenticate: async (credentials) => {
        asked.push(credentials);
        return { sessionId: "s", actor: { id: "u", isAdmin: false, isDealer: false } };
      },
      authenticateKey: async () => ({
        sessionId: "k",
        actor: { id: "d", isAdmin: false, isDealer: true },
        scopes: ["stock"],
      }),
    }),
  );
  app.all("*", (c) => c.json({ user: c.get("session")?.actor.id ?? null, device: c.get("device") }));
  app.onError((error, c) => errorResponse(c, toAppError(error) ?? new AppError("malformed")));
  const call = async (headers: Record<string, string>, method = "GET", path = "/api/cars") => {
    const response = await app.request(`http://vetura.test${path}`, { method, headers });
    return { status: response.status, body: await response.text() };
  };
  return { asked, call };
}

test("a request without credentials causes no session lookup", async () => {
  const { asked, call } = createGuarded();
  expect(await call({})).toEqual({ status: 200, body: JSON.stringify({ user: null, device: null }) });
  expect(await call({ cookie: "theme=dark; vetura_session=too-short" })).toMatchObject({ status: 200 });
  expect(asked).toEqual([]);
});

test("cookie and bearer token are passed on as they were sent", async () => {
  const { asked, call } = createGuarded();
  await call({ cookie: `a=b; vetura_session=${secret}` });
  await call({ authorization: `Bearer ${secret}` });
  await call({ authorization: "Basic abc", cookie: `vetura_session=${secret}` });
  expect(asked).toEqual([
    { bearer: null, cookie: secret },
    { bearer: secret, cookie: null },
    { bearer: "", cookie: secret },
  ]);
});

test("an expired session does not prevent opening a new one", async () => {
  const { asked, call } = createGuarded();
  for (const path of ["/api/login", "/api/register", "/api/refresh-token", "/api/password/reset"]) {
    await call({ cookie: `vetura_session=${secret}`, authorization: `Bearer ${secret}` }, "POST", path);
  }
  expect(asked).toEqual([]);
});

test("another site's write with the cookie alone is refused before any lookup", async () => {
  const { asked, call } = createGuarded();
  const cookie = `vetura_session=${secret}`;
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    expect(await call({ cookie, "sec-fetch-site": "cross-site" }, method)).toMatchObject({ status: 403 });
    expect(await call({ cookie, origin: "https://vetura.test.evil.example" }, method)).toMatchObject({
      status: 403,
    });
  }
  expect(asked).toEqual([]);
  expect(await call({ cookie, "sec-fetch-site": "cross-site" })).toMatchObject({ status: 200 });
});

test("the limits get the device cookie as a hash only", async () => {
  const { call } = createGuarded();
  const { body } = await call({ cookie: `vetura_device=${secret}` });
  expect(body).toMatch(/"device":"[\w-]{43}"/);
  expect(body).not.toContain(secret);
});
