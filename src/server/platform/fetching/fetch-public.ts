import { lookup } from "node:dns/promises";
import { type IncomingMessage, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { isPublicAddress } from "./public-address.ts";

/** Why an address was not fetched; texts are `messages.fetching`. */
export type FetchReason =
  | "bad_address"
  | "not_https"
  | "has_password"
  | "bad_port"
  | "not_public"
  | "unknown_host"
  | "unreachable"
  | "bad_certificate"
  | "bad_status"
  | "too_many_redirects"
  | "too_large"
  | "too_slow"
  | "unreadable";

/** An address that is refused, or that failed. The message is for the log. */
export class FetchError extends Error {
  override name = "FetchError";
  readonly reason: FetchReason;
  /** The status, if the reason is "bad_status". */
  readonly status: number | null;
  constructor(reason: FetchReason, options: { status?: number; cause?: unknown } = {}) {
    super(options.status === undefined ? reason : `${reason} ${options.status}`, { cause: options.cause });
    this.reason = reason;
    this.status = options.status ?? null;
  }
}

export interface FetchLimits {
  /** A larger file is "too_large", by the header or while it arrives. */
  readonly maxBytes: number;
  /** From the first name look-up to the last byte. */
  readonly timeoutMs: number;
}

export interface Fetched {
  /** The final address after redirects. */
  readonly url: string;
  /** The header, unchanged. */
  readonly contentType: string | null;
  /** Throws FetchErrors. Its connection ends with the time limit, even if nobody reads it. */
  readonly body: Readable;
}

/** One answer of a name server. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface PublicFetcher {
  /**
   * Normalises the address. Throws a FetchError for an address that is refused by its form; `fetchPublic`
   * checks a name's addresses.
   */
  checkAddress(this: void, address: string): URL;
  /**
   * Fetches a foreign address safely: https only, public IP addresses only, port 443 or one from 1024 on,
   * checked again at each redirect. It connects to a checked address, and looks no name up twice. Throws
   * FetchErrors, and the signal's reason.
   */
  fetchPublic(this: void, address: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched>;
}

export interface PublicFetcherDeps {
  /** host:port pairs for tests: they may be private, use http, and have any certificate (IMPORT_ALLOWED_HOSTS). */
  readonly allowedHosts: readonly string[];
  /** The User-Agent. */
  readonly userAgent: string;
  /** All addresses of a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/**
 * Lower ports are those of privileged services: mail, shells, old databases. None serves a stock file, and an
 * answer would reveal whether the port is open. With https the port 443 is empty.
 */
const firstFreePort = 1024;
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Concurrent look-ups; they use the four threads for files and password hashing, and an unresponsive name
 * server blocks one for the system's timeout.
 */
const lookupsAtOnce = 2;

async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  return lookup(host, { all: true });
}

/** Fetches dealers' addresses: stock files and pictures. Prevents server-side request forgery. */
export function createPublicFetcher(deps: PublicFetcherDeps): PublicFetcher {
  const { userAgent, resolve = resolveBySystem } = deps;
  const allowedHosts: ReadonlySet<string> = new Set(deps.allowedHosts.map((pair) => pair.toLowerCase()));
  const isAllowed = (url: URL) =>
    allowedHosts.has(`${url.hostname}:${url.port || (url.protocol === "http:" ? 80 : 443)}`);

  // WHATWG's parser reads 2130706433, 0x7f.1 and 0177.0.0.1 as 127.0.0.1, so literals are checked after
  // parsing.
  const readAddress = (address: string, base?: URL): URL => {
    const url = URL.parse(address, base?.href);
    if (url === null || !/^https?:$/.test(url.protocol)) throw new FetchError("bad_address");
    if (url.username !== "" || url.password !== "") throw new FetchError("has_password");
    if (isAllowed(url)) return url;
    if (url.protocol !== "https:") throw new FetchError("not_https");
    if (url.port !== "" && Number(url.port) < firstFreePort) throw new FetchError("bad_port");
    const host = hostOf(url);
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw new FetchError("not_public");
    return url;
  };

  let lookups = 0;
  const waiting: (() => void)[] = [];
  /** The addresses of a name, in turn; abandoned once the signal aborts. */
  const lookUp = async (host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    if (lookups < lookupsAtOnce) lookups += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return signal.aborted ? [] : await resolve(host);
    } finally {
      const next = waiting.shift();
      if (next === undefined) lookups -= 1;
      else next();
    }
  };

  const addressesOf = async (url: URL, signal: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    const host = hostOf(url);
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    let addresses: readonly ResolvedAddress[];
    try {
      addresses = await lookUp(host, signal);
    } catch (error) {
      throw new FetchError("unknown_host", { cause: error });
    }
    if (addresses.length === 0) throw new FetchError("unknown_host");
    // A private address among public ones is never an honest mistake.
    if (!isAllowed(url) && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new FetchError("not_public");
    return addresses;
  };

  const get = async (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const addresses = await untilAborted(addressesOf(url, signal), signal);
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      method: "GET",
      // Connections are not shared between calls: each was opened to an address that this call checked.
      agent: false,
      lookup: answerWith(addresses),
      signal,
      rejectUnauthorized: !isAllowed(url),
      headers: { "User-Agent": userAgent, Accept: "*/*", "Accept-Encoding": "identity" },
    };
    const request = url.protocol === "http:" ? requestPlain(url, options) : requestSecure(url, options);
    return new Promise((done, failed) => {
      request.on("response", done);
      request.on("error", failed);
      request.end();
    });
  };

  return {
    checkAddress: (address) => readAddress(address),

    fetchPublic: async (address, limits, signal) => {
      const deadline = AbortSignal.timeout(limits.timeoutMs);
      const stop = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      const explain = (error: unknown): unknown => {
        if (signal?.aborted === true) return signal.reason;
        return deadline.aborted ? new FetchError("too_slow") : toFetchError(error);
      };
      try {
        let url = readAddress(address);
        for (let hops = 0; hops <= maxRedirects; hops++) {
          const response = await get(url, stop);
          const { statusCode: status = 0, headers } = response;
          if (redirects.has(status) && headers.location !== undefined) {
            response.destroy();
            url = readAddress(headers.location, url);
            continue;
          }
          const problem = problemOf(response, limits);
          if (problem !== null) {
            response.destroy();
            throw problem;
          }
          const body = Readable.from(bounded(response, limits.maxBytes, explain), { objectMode: false });
          return { url: url.href, contentType: headers["content-type"] ?? null, body };
        }
        throw new FetchError("too_many_redirects");
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

/** Without IPv6 brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A lookup function that returns only the checked addresses. */
function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (first === undefined) answer(new FetchError("unknown_host"), "");
    else if (all === true) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}

/** Look-ups cannot be cancelled, but need not be awaited. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new FetchError("too_slow"));
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function problemOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  limits: FetchLimits,
): FetchError | null {
  if (status !== 200) return new FetchError("bad_status", { status });
  if ((headers["content-encoding"] ?? "identity") !== "identity") return new FetchError("unreadable");
  return Number(headers["content-length"] ?? 0) > limits.maxBytes ? new FetchError("too_large") : null;
}

async function* bounded(
  response: IncomingMessage,
  maxBytes: number,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    const chunks: AsyncIterable<Buffer> = response;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FetchError("too_large");
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

const certificateErrors = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new FetchError(certificateErrors.test(code) ? "bad_certificate" : "unreachable", { cause: error });
}
