import type { Endpoints } from "#contract/endpoints.ts";
import type { z } from "zod";

// Types alone: neither zod nor the table itself enters a page that does not validate.

export type EndpointKey = keyof Endpoints & string;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** One part of a call's input; it may be left out where the empty object satisfies its schema. */
type Part<Endpoint, Name extends string> =
  Endpoint extends Record<Name, infer Schema>
    ? Schema extends z.ZodType
      ? Record<never, never> extends InputOf<Schema>
        ? { [N in Name]?: InputOf<Schema> }
        : { [N in Name]: InputOf<Schema> }
      : unknown
    : unknown;

/** What a call is given: `params` of the path, `query`, JSON `body` (or a form of files). */
export type ApiInput<Key extends EndpointKey> = Part<Endpoints[Key], "params"> &
  Part<Endpoints[Key], "query"> &
  Part<Endpoints[Key], "body">;

/** What a call answers on success; undefined where the answer has no body. */
export type ApiOutput<Key extends EndpointKey> =
  Endpoints[Key] extends Record<"output", infer Schema>
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : undefined
    : undefined;

export type CallOptions = {
  /** Ends the call early; the rejection is the signal's own reason. */
  signal?: AbortSignal;
  /** Milliseconds until NetworkError; 15 s unless told. */
  timeoutMs?: number;
  headers?: Record<string, string>;
};

export type ApiAnswer<Key extends EndpointKey> = {
  data: ApiOutput<Key>;
  headers: Headers;
  status: number;
};

/** Input may be left out where nothing in it is required. */
type Args<Key extends EndpointKey> =
  Record<never, never> extends ApiInput<Key>
    ? [input?: ApiInput<Key>, options?: CallOptions]
    : [input: ApiInput<Key>, options?: CallOptions];

export type ApiClient = {
  /** Calls an endpoint of the contract. Throws ApiError or NetworkError. */
  <Key extends EndpointKey>(key: Key, ...args: Args<Key>): Promise<ApiOutput<Key>>;
  /** The same with status and headers, e.g. for X-Total-Count. */
  answer: <Key extends EndpointKey>(key: Key, ...args: Args<Key>) => Promise<ApiAnswer<Key>>;
};
