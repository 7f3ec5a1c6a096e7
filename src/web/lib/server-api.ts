import { createContext } from "react-router";
import { createApiClient, type ApiFetch } from "./api-client.ts";
import type { ApiClient } from "./api-types.ts";

/** The API for loaders on the server. */
export type ServerApi = {
  /** Calls as a guest: the answer may be part of a page that is cached for everybody. */
  api: ApiClient;
  /** Calls with the visitor's cookie. Marks the page as private. */
  visitorApi: ApiClient;
  /** False if the visitor sent no cookie: visitorApi then answers like api. */
  hasCookie: boolean;
};

export const apiContext = createContext<ServerApi>();

/**
 * Headers of the visitor's request that the API needs: for rate limits (address,
 * device), CSRF checks and logs.
 */
const forwardedHeaders = new Set([
  "user-agent",
  "accept-language",
  "forwarded",
  "traceparent",
  "sec-fetch-site",
  "origin",
]);

export function createServerApi(
  request: Request,
  apiFetch: ApiFetch,
  onPersonalAnswer: () => void,
): ServerApi {
  const cookie = request.headers.get("cookie");
  const forwarded = [...request.headers].filter(
    ([name]) => name.startsWith("x-") || forwardedHeaders.has(name),
  );
  const clientWith = (cookieValue: string | null, onAnswer?: () => void) =>
    createApiClient((path, init) => {
      for (const [name, value] of forwarded) init.headers.set(name, value);
      if (cookieValue !== null) init.headers.set("cookie", cookieValue);
      onAnswer?.();
      return apiFetch(path, init);
    });
  return {
    api: clientWith(null),
    visitorApi: clientWith(cookie, onPersonalAnswer),
    hasCookie: cookie !== null,
  };
}
