import type { CallInput, CallOutput, EndpointName } from "#contract/endpoints.ts";

// Only types: pages that do not validate load neither zod nor the contract's table.

export type CallOptions = {
  /** Aborts the call; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds until NetworkError; 15 s by default. */
  timeoutMs?: number;
  headers?: Record<string, string>;
};

export type ApiAnswer<Name extends EndpointName> = {
  data: CallOutput<Name>;
  headers: Headers;
  status: number;
};

/** Input may be omitted if nothing in it is required. */
export type CallArgs<Name extends EndpointName> =
  Partial<CallInput<Name>> extends CallInput<Name>
    ? [input?: CallInput<Name>, options?: CallOptions]
    : [input: CallInput<Name>, options?: CallOptions];

/** The calls that return a page of a list. */
export type ListName = {
  [Name in EndpointName]: Name extends `${string}{${string}`
    ? never
    : CallOutput<Name> extends { pagination: { page: number } }
      ? Name
      : never;
}[EndpointName];

export type ApiClient = {
  /** Calls an endpoint of the contract. Throws ApiError or NetworkError. */
  <Name extends EndpointName>(name: Name, ...args: CallArgs<Name>): Promise<CallOutput<Name>>;
  /** The same with status and headers, e.g. for X-Total-Count. */
  answer: <Name extends EndpointName>(name: Name, ...args: CallArgs<Name>) => Promise<ApiAnswer<Name>>;
  /** A page of any list. */
  list: <Name extends ListName>(
    name: Name,
    query: URLSearchParams,
    options: CallOptions,
  ) => Promise<CallOutput<Name>>;
};
