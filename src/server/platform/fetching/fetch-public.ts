import { lookup } from "node:dns/promises";
import { type IncomingMessage, type RequestOptions, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { isPublicAddress } from "./public-address.ts";

/** Why an address was not fetched; the texts for people are `messages.fetching`. */
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
  /** Of the answer, where the reason is "bad_status". */
  readonly status: number | null;
  constructor(reason: FetchReason, options: { status?: number; cause?: unknown } = {}) {
    super(options.status === undefined ? reason : `${reason} ${options.status}`, { cause: options.cause });
    this.reason = reason;
    this.status = options.status ?? null;
  }
}

export interface FetchLimits {
  /** More is "too_large", by the header or while it arrives. */
  readonly maxBytes: number;
  /** For everything from the first lookup of a name to the last byte. */
  readonly timeoutMs: number;
}

export interface Fetched {
  /** Where the redirects led. */
  readonly url: string;
  /** The header as it came. */
  readonly contentType: string | null;
  /** Throws FetchErrors. Its connection ends with the time limit, also where nobody reads it. */
  readonly body: Readable;
}

/** One answer of a name server. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface PublicFetcher {
  /**
   * The address as it would be asked for. Throws a FetchError for what is refused by its looks alone; a name's
   * addresses are checked by `fetchPublic`.
   */
  checkAddress(this: void, address: string): URL;
  /**
   * Fetches an address that somebody else named: https only, public IP addresses only, port 443 or one from 1024 on,
   * checked again at each redirect;
   * the connection goes to an address that was checked, and no name is looked up twice. Throws FetchErrors, and the
   * signal's reason.
   */
  fetchPublic(this: void, address: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched>;
}

export interface PublicFetcherDeps {
  /** host:port pairs of tests: these may be private, speak http, and have any certificate (IMPORT_ALLOWED_HOSTS). */
  readonly allowedHosts: readonly string[];
  /** What the requests call themselves. */
  readonly userAgent: string;
  /** All addresses of a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/**
 * Below it are the ports of services that only an administrator starts: mail, shells, databases' old ones. None of them
 * serves a stock file, and an answer tells whoever asked whether the port is open. Of https the port 443 stays empty.
 */
const firstFreePort = 1024;
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Of the four threads that read files and hash passwords, too: a name server that does not answer holds one for as long as
 * the system waits for it.
 */
const lookupsAtOnce = 2;

async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  return lookup(host, { all: true });
}

/** Fetches what dealers name: stock files and pictures. Server-side request forgery ends here. */
export function createPublicFetcher(deps: PublicFetcherDeps): PublicFetcher {
  const { userAgent, resolve = resolveBySystem } = deps;
  const allowedHosts: ReadonlySet<string> = new Set(deps.allowedHosts.map((pair) => pair.toLowerCase()));
  const isAllowed = (url: URL) =>
    allowedHosts.has(`${url.hostname}:${url.port || (url.protocol === "http:" ? 80 : 443)}`);

  // WHATWG's parser reads 2130706433, 0x7f.1 and 0177.0.0.1 as 127.0.0.1, so literals are checked as they will be used.
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
  /** The addresses of a name, once others have theirs; nobody waits for them any more where the signal is aborted. */
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
    // One private address among public ones is no mistake of a name's owner that has to be put up with.
    if (!isAllowed(url) && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new FetchError("not_public");
    return addresses;
  };

  const get = async (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const addresses = await untilAborted(addressesOf(url, signal), signal);
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      method: "GET",
      // No connection is shared with another call: each was opened to what this call checked.
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

/** Without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A lookup for one connection that knows nothing but what was checked. */
function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (first === undefined) answer(new FetchError("unknown_host"), "");
    else if (all === true) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}

/** Lookups cannot be cancelled, but need not be waited for. */
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
