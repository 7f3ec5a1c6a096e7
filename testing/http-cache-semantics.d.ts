/** The part of http-cache-semantics (RFC 9111 as a library, without types of its own) that tests use. */
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
    /** Whether a cache may keep it. */
    storable(): boolean;
    /** Whether the stored answer can be used without asking the server. */
    satisfiesWithoutRevalidation(request: CachedRequest): boolean;
  }
}
