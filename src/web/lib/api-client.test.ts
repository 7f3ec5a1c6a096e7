import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { addressOf, createApiClient, type ApiRequest } from "./api-client.ts";
import { ApiError, messageOf, NetworkError } from "./api-error.ts";

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** A client of an API that is a function from path and request to response. */
function clientOf(answer: (path: string, call: ApiRequest) => Response | Promise<Response>) {
  return createApiClient(async (path, call) => answer(path, call));
}

/** An API that never answers. */
const silent = (_path: string, call: ApiRequest) =>
  new Promise<Response>((_, reject) => {
    call.signal.addEventListener("abort", () => reject(call.signal.reason));
  });

describe("a call's address", () => {
  test("a call's address has encoded parameters and a query without empty values", () => {
    const query = { q: "golf 7", fuel: ["Diesel", "Benzinë"], minPrice: 0, brand: "", model: undefined };
    expect(addressOf("GET /api/cars/{id}", { params: { id: "a/b" }, query })).toEqual({
      method: "GET",
      path: "/api/cars/a%2Fb?q=golf+7&fuel=Diesel%2CBenzin%C3%AB&minPrice=0",
    });
  });

  test("a call accepts a finished query string", () => {
    const query = new URLSearchParams("brand=BMW&page=2");
    expect(addressOf("GET /api/cars", { query }).path).toBe("/api/cars?brand=BMW&page=2");
  });

  test("no parameter turns a call's address into another endpoint's", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (id) => {
        let path: string;
        try {
          ({ path } = addressOf("PUT /api/cars/{id}/sold", { params: { id } }));
        } catch (error) {
          // Dots and empty segments are refused; half a surrogate pair cannot be encoded.
          expect(error instanceof TypeError || error instanceof URIError).toBe(true);
          return;
        }
        expect(new URL(path, "http://site.test").pathname).toMatch(/^\/api\/cars\/[^/]+\/sold$/);
      }),
    );
  });

  test.each(["", ".", ".."])("a call refuses %j as a path parameter", (id) => {
    expect(() => addressOf("GET /api/cars/{id}", { params: { id } })).toThrow(TypeError);
  });
});

describe("the API client", () => {
  test("the API client sends JSON and returns the answer", async () => {
    const api = clientOf(async (path, call) => {
      expect([path, call.method, call.headers.get("Content-Type")]).toEqual([
        "/api/login",
        "POST",
        "application/json",
      ]);
      expect(call.body).toBe('{"email":"a@b.c","password":"secret"}');
      return json({ token: "t" });
    });
    expect(await api("POST /api/login", { body: { email: "a@b.c", password: "secret" } })).toEqual({
      token: "t",
    });
  });

  test("the API client returns undefined for an answer without a body", async () => {
    const api = clientOf(() => new Response(null, { status: 204 }));
    expect(await api("POST /api/logout")).toBeUndefined();
  });

  test("the API client returns headers and status on request", async () => {
    const api = clientOf(() => json([], 200, { "X-Total-Count": "342" }));
    const { data, headers, status } = await api.answer("GET /api/cars", { query: { brand: "BMW" } });
    expect([data, headers.get("X-Total-Count"), status]).toEqual([[], "342", 200]);
  });

  test("an ApiError has message, code, fields, wait and details of the answer", async () => {
    const body = {
      message: "Shumë përpjekje",
      code: "too_many_requests",
      fields: { email: "x", odd: 1 },
      amount: 3,
    };
    const failure = await clientOf(() => json(body, 429, { "Retry-After": "7" }))("GET /api/me").catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 429,
      code: "too_many_requests",
      message: "Shumë përpjekje",
      fields: { email: "x" },
      retryAfter: 7,
      details: { amount: 3 },
    });
    expect(messageOf(failure, "tjetër")).toBe("Shumë përpjekje");
  });

  test("an error answer that is not the API's has no message", async () => {
    const api = clientOf(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const failure = await api("GET /api/me").catch((error) => error);
    expect(failure).toMatchObject({ status: 502, code: "unknown", retryAfter: null, hasMessage: false });
    expect(messageOf(failure, "Gabim rrjeti")).toBe("Gabim rrjeti");
  });

  test("the API client throws a NetworkError without an answer", async () => {
    const failure = await clientOf(() => Promise.reject(new TypeError("Failed to fetch")))(
      "GET /api/me",
    ).catch((error) => error);
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure.timedOut).toBe(false);
  });

  test("the API client throws a NetworkError for a success that is no JSON", async () => {
    const api = clientOf(() => new Response("<html>", { status: 200 }));
    await expect(api("GET /api/me")).rejects.toBeInstanceOf(NetworkError);
  });

  test("the API client aborts a call at its timeout", async () => {
    const failure = await clientOf(silent)("GET /api/me", undefined, { timeoutMs: 5 }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure.timedOut).toBe(true);
  });

  test("a call aborted by its caller is no NetworkError", async () => {
    const leaving = new AbortController();
    const call = clientOf(silent)("GET /api/me", undefined, { signal: leaving.signal });
    leaving.abort(new Error("left the page"));
    await expect(call).rejects.toThrow("left the page");
  });
});
