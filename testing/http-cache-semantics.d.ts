/** The part of http-cache-semantics (RFC 9111 as a library, without its own types) that tests use. */
declare module "http-cache-semantics" {
  interface CachedRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  export default class CachePolicy {
    constructor(
      request: CachedRequest,
      response: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
      options: { readonly shared: boolean },
    );
    /** True if a cache may store it. */
    storable(): boolean;
    /** True if the stored answer may be used without asking the server. */
    satisfiesWithoutRevalidation(request: CachedRequest): boolean;
  }
}
