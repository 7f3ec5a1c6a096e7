import type { CallOutput, EndpointName } from "#contract/endpoints.ts";
import { ApiError, NetworkError } from "./api-error.ts";
import type { ApiAnswer, ApiClient, CallArgs, CallOptions, ListName } from "./api-types.ts";

export type ApiRequest = RequestInit & { method: string; headers: Headers; signal: AbortSignal };

/** The part of a response that is used: of a Response, or of a message to a thread. */
export type ApiResponse = Pick<Response, "ok" | "status" | "headers" | "text">;

/** Sends a request to the API: over the network in the browser, in-process on the server. */
export type ApiFetch = (path: string, request: ApiRequest) => Promise<ApiResponse>;

const defaultTimeoutMs = 15_000;

export function createApiClient(apiFetch: ApiFetch): ApiClient {
  async function request<Name extends EndpointName>(
    name: Name,
    input: unknown,
    options: CallOptions = {},
  ): Promise<ApiAnswer<Name>> {
    const { params, query, body: content } = Object.fromEntries(entriesOf(input));
    const { method, path } = addressOf(name, { params, query });
    const headers = new Headers(options.headers);
    headers.set("Accept", "application/json");
    const body = bodyOf(content, headers);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const response = await apiFetch(path, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      const { headers: answered, status } = response;
      return { data: await bodyValue<CallOutput<Name>>(response), headers: answered, status };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (options.signal?.aborted) throw options.signal.reason;
      throw new NetworkError(error);
    }
  }
  const answer = <Name extends EndpointName>(name: Name, ...[input, options]: CallArgs<Name>) =>
    request(name, input, options);
  return Object.assign(
    async <Name extends EndpointName>(name: Name, ...args: CallArgs<Name>) =>
      (await answer(name, ...args)).data,
    {
      answer,
      list: async <Name extends ListName>(name: Name, query: URLSearchParams, options: CallOptions) =>
        (await request(name, { query }, options)).data,
    },
  );
}

/**
 * The only place where responses are not validated: the server of the same repository validates by the same
 * schemas, and doing so here would add zod to every page.
 */
async function bodyValue<Value>(response: ApiResponse): Promise<Value>;
async function bodyValue(response: ApiResponse): Promise<unknown> {
  // Reading the body is part of the call: the connection may break in the middle.
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  return text === "" ? undefined : JSON.parse(text);
}

/** Method and path of "GET /api/cars/{id}" with its params and query. */
export function addressOf(
  name: string,
  input: { params?: unknown; query?: unknown },
): { method: string; path: string } {
  const space = name.indexOf(" ");
  const params = entriesOf(input.params);
  let path = name.slice(space + 1).replaceAll(/\{(\w+)\}/g, (_, param: string) => {
    const value = plain(params.find(([key]) => key === param)?.[1]);
    // An empty segment, "." or ".." would change the path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} needs ${param}`);
    return encodeURIComponent(value);
  });
  const query = queryString(input.query);
  if (query !== "") path += `?${query}`;
  return { method: name.slice(0, space), path };
}

/** Lists are joined by commas; missing and empty values are omitted. */
function queryString(query: unknown): string {
  if (query instanceof URLSearchParams) return query.toString();
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    const text = Array.isArray(value) ? value.map(plain).join(",") : plain(value);
    if (text !== "") search.set(name, text);
  }
  return search.toString();
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function bodyOf(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  // For a file the browser sets the type with its boundary.
  if (body instanceof FormData) return body;
  headers.set("Content-Type", "application/json");
  return JSON.stringify(body);
}

/** The API's error, or a generic one if a proxy answered or the body is empty. */
export function errorOf(response: { status: number; headers: Headers }, text: string): ApiError {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const body = parsed(text);
  const { message, code, fields, ...details } = Object.fromEntries(entriesOf(body));
  return new ApiError({
    status: response.status,
    message: typeof message === "string" && message !== "" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    fields: Object.fromEntries(
      entriesOf(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    hasJson: body !== null,
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
