import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { InProcessAnswer } from "#server/serving/front.ts";
import type { PageResponse } from "#server/serving/hot-pages.ts";
import { loadStaticFiles, type StaticHandler } from "#server/serving/static-files.ts";

export type PageHandler = (request: Request) => Promise<PageResponse>;

export interface PageOptions {
  /** Answers the site's own API in-process. */
  readonly apiFetch: (request: Request) => Promise<InProcessAnswer>;
  /** What pages say about the site. */
  readonly site: Readonly<Record<string, string>>;
  /** A page's text as UTF-8. */
  readonly encode: (text: string) => Uint8Array<ArrayBuffer>;
}

/** The web layer as this process serves it. */
export interface Pages {
  createHandler(options: PageOptions): PageHandler;
  /** The built files for browsers. */
  readonly files: StaticHandler;
  /** The patterns of all pages' addresses, as the router writes them. */
  readonly routes: readonly string[];
  /** In development only: answers what the browser asks of Vite, and calls `next` for all the rest. */
  readonly serveModules?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

type CreatePageHandler = (options: PageOptions) => PageHandler;

interface PagesModule {
  readonly createPageHandler: CreatePageHandler;
  readonly pagePatterns: readonly string[];
}

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

function pagesOf(module: unknown): PagesModule {
  if (!isPagesModule(module)) throw new Error("src/web/pages.ts does not export what it should.");
  return module;
}

const atRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The pages as `npm run build` left them. No static import: this file is there before the first build. */
export async function openBuiltPages(): Promise<Pages> {
  const [files, module] = await Promise.all([
    loadStaticFiles(atRoot("build/client")),
    import(pathToFileURL(atRoot("build/server/index.js")).href) as Promise<unknown>,
  ]);
  const { createPageHandler, pagePatterns } = pagesOf(module);
  return { createHandler: createPageHandler, files, routes: pagePatterns, close: async () => {} };
}

/** The pages in development: every request runs the newest sources, and the browser follows changes. */
export async function openDevelopmentPages(): Promise<Pages> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: atRoot("."),
    appType: "custom",
    server: { middlewareMode: true },
    clearScreen: false,
    // Otherwise it writes a file beside itself, for which `node --watch` would start the server anew, for ever.
    configLoader: "native",
  });
  const load = async () => pagesOf(await vite.ssrLoadModule("/src/web/pages.ts"));
  return {
    createHandler: (options) => async (request) => (await load()).createPageHandler(options)(request),
    files: () => null,
    routes: (await load()).pagePatterns,
    serveModules: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}
