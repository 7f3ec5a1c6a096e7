import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { Logger } from "#server/log.ts";
import { encodePage } from "#server/serving/encode-page.ts";
import type { PageResponse } from "#server/serving/page-forms.ts";
import type { ApiAnswer } from "#server/serving/page-sources.ts";
import { type PageFigures, PageThreads } from "#server/serving/page-threads.ts";
import { loadStaticFiles, type StaticHandler } from "#server/serving/static-files.ts";
import { pageErrors, pagesModule, sentAnswer } from "./pages-module.ts";

export interface PageOptions {
  /** Answers the site's own API in-process. */
  readonly apiFetch: (request: Request) => Promise<ApiAnswer>;
  /** What pages say about the site. */
  readonly site: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** The web layer as this process serves it. */
export interface Pages {
  render(request: Request): Promise<PageResponse>;
  readonly figures: PageFigures;
  /** The built files for browsers. */
  readonly files: StaticHandler;
  /** The patterns of all pages' addresses, as the router writes them. */
  readonly routes: readonly string[];
  /** In development only: answers what the browser asks of Vite, and calls `next` for all the rest. */
  readonly serveModules?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

const atRoot = (path: string) => new URL(`../${path}`, import.meta.url);

/** The pages as `npm run build` left them, rendered in threads of their own. */
export async function openBuiltPages({ apiFetch, site, log }: PageOptions): Promise<Pages> {
  const [files, threads] = await Promise.all([
    loadStaticFiles(fileURLToPath(atRoot("build/client"))),
    PageThreads.open({
      entry: new URL("page-thread.ts", import.meta.url),
      data: { bundle: atRoot("build/server/index.js").href, site },
      log,
    }),
  ]);
  return {
    render: (request) => threads.render(request, apiFetch),
    get figures() {
      return threads.figures;
    },
    files,
    routes: threads.routes,
    close: () => threads.close(),
  };
}

/** The pages in development: every request runs the newest sources, and the browser follows changes. */
export async function openDevelopmentPages({ apiFetch, site, log }: PageOptions): Promise<Pages> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: fileURLToPath(atRoot(".")),
    appType: "custom",
    server: { middlewareMode: true },
    clearScreen: false,
    // Otherwise it writes a file beside itself, for which `node --watch` would start the server anew, for ever.
    configLoader: "native",
  });
  const load = async () => pagesModule(await vite.ssrLoadModule("/src/web/pages.ts"));
  return {
    render: async (request) => {
      const { createPageHandler } = await load();
      return createPageHandler({ site, encode: encodePage, onError: pageErrors(log) })(
        request,
        async (path, call) => {
          const { status, headers, text } = await apiFetch(new Request(new URL(path, request.url), call));
          return sentAnswer(status, headers, text);
        },
      );
    },
    figures: { underWay: 0, lateness: 0, threadsLost: 0 },
    files: () => null,
    routes: (await load()).pagePatterns,
    serveModules: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}
