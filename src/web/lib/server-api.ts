import { createContext } from "react-router";
import { createApiClient, type ApiFetch } from "./api-client.ts";
import type { ApiClient } from "./api-types.ts";

/** The API as a page's loader sees it on the server. */
export type ServerApi = {
  /** Asks as a guest would: what it answers may stand in a page that is cached for everybody. */
  api: ApiClient;
  /** Asks with the visitor's cookie. The page that used it is marked private. */
  visitorApi: ApiClient;
  /** Whether the visitor sent any cookie at all: without one, visitorApi answers as api does. */
  hasCookie: boolean;
};

export const apiContext = createContext<ServerApi>();

/** What the API needs of the visitor's request: limits go by address and device, logs by request. */
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
