import type { ApiFetch } from "./api-client.ts";

/** Calls that open a session: they must not send an old token, and must not be sent twice. */
const sessionPaths = new Set(["/api/login", "/api/register", "/api/password/forgot", "/api/password/reset"]);

/**
 * The browser's fetch for the API (specification.md#accounts): with cookies and the stored bearer token. A
 * 401 with a stored token is retried once with the bearer header alone.
 */
export function createSessionFetch(token: () => string | null, fetch: typeof globalThis.fetch): ApiFetch {
  return async (path, call) => {
    const bearer = sessionPaths.has(path) ? null : token();
    if (bearer !== null) call.headers.set("Authorization", `Bearer ${bearer}`);
    const answer = await fetch(path, { ...call, credentials: "same-origin" });
    if (answer.status !== 401 || bearer === null) return answer;
    return fetch(path, { ...call, credentials: "omit" });
  };
}
