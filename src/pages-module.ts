import type { Logger } from "#server/log.ts";

/** What the web layer's built module gives (src/web/pages.ts). */
export interface PagesModule {
  readonly createPageHandler: (options: PageHandlerOptions) => PageHandler;
  /** The patterns of all pages' addresses, as the router writes them. */
  readonly pagePatterns: readonly string[];
}

export interface PageHandlerOptions {
  /** What pages say about the site. */
  readonly site: Readonly<Record<string, string>>;
  /** Told of what went wrong while a page was rendered. */
  readonly onError: (error: unknown, path: string) => void;
}

/** A page's call of the API, as the web layer's client makes it (web/lib/api-client.ts). */
export type ApiRequest = RequestInit & {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
};

/** `send` asks the site's own API in the name of the page's visitor. */
export type PageHandler = (
  request: Request,
  send: (path: string, call: ApiRequest) => Promise<Response>,
) => Promise<Response>;

function isPagesModule(module: unknown): module is PagesModule {
  return (
    typeof module === "object" &&
    module !== null &&
    "createPageHandler" in module &&
    typeof module.createPageHandler === "function" &&
    "pagePatterns" in module &&
    Array.isArray(module.pagePatterns)
  );
}

/** Throws where the module is another one. */
export function pagesModule(module: unknown): PagesModule {
  if (!isPagesModule(module)) throw new Error("src/web/pages.ts does not export what it should.");
  return module;
}

/** Writes into the log what went wrong while a page was rendered. */
export function pageErrors(log: Logger): (error: unknown, path: string) => void {
  return (error, path) => log.error("page.failed", error, { path: path.slice(0, 200) });
}
