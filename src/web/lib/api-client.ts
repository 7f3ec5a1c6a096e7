import { ApiError, NetworkError } from "./api-error.ts";
import type { ApiAnswer, ApiClient, ApiOutput, CallOptions, EndpointKey } from "./api-types.ts";

/** Carries a prepared call to the API: over the network in the browser, in-process on the server. */
export type Send = (path: string, init: RequestInit & { headers: Headers; signal: AbortSignal }) => Promise<Response>;

type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

const DEFAULT_TIMEOUT_MS = 15_000;

export function createApiClient(send: Send): ApiClient {
  async function answer<Key extends EndpointKey>(
    key: Key,
    input: LooseInput = {},
    options: CallOptions = {},
  ): Promise<ApiAnswer<Key>> {
    const { method, path } = addressOf(key, input);
    const headers = new Headers(options.headers);
    headers.set("Accept", "application/json");
    const body = bodyOf(input.body, headers);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const response = await send(path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      // Reading belongs to the call: a connection may break in the middle of a body.
      const text = await response.text();
      if (!response.ok) throw errorOf(response, text);
      // The one place where the wire is trusted: the same repository's server checks what it sends
      // against the same schema, and zod would cost every page 15 kB.
      const data: ApiOutput<Key> = text === "" ? undefined : JSON.parse(text);
      return { data, headers: response.headers, status: response.status };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (options.signal?.aborted) throw options.signal.reason;
      throw new NetworkError(error);
    }
  }
  return Object.assign(
    async <Key extends EndpointKey>(key: Key, input?: LooseInput, options?: CallOptions) =>
      (await answer(key, input, options)).data,
    { answer },
  );
}

/** "GET /api/cars/{id}" with its params and query as method and path. */
export function addressOf(key: string, input: { params?: unknown; query?: unknown }): { method: string; path: string } {
  const space = key.indexOf(" ");
  const params = entriesOf(input.params);
  let path = key.slice(space + 1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.find(([param]) => param === name)?.[1];
    // An empty segment would be another address.
    if (value === undefined || value === "") throw new TypeError(`${key} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = queryString(input.query);
  if (query !== "") path += `?${query}`;
  return { method: key.slice(0, space), path };
}

/** Lists are joined by commas, as the API reads them; what is undefined, null or empty is left out. */
function queryString(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    const text = Array.isArray(value) ? value.join(",") : value;
    if (text !== undefined && text !== null && text !== "") search.set(name, String(text));
  }
  return search.toString();
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function bodyOf(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  if (body instanceof FormData || body instanceof Blob) return body;
  headers.set("Content-Type", "application/json");
  return JSON.stringify(body);
}

/** The API's error, or a bare one where something in between answered (a proxy's page, an empty body). */
export function errorOf(response: { status: number; headers: Headers }, text: string): ApiError {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const { message, code, fields, ...details } = Object.fromEntries(entriesOf(parsed(text)));
  return new ApiError({
    status: response.status,
    message: typeof message === "string" && message !== "" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    fields: Object.fromEntries(
      entriesOf(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    details,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
