import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { SiteConfig } from "#contract/site-config.ts";
import type { Logger } from "#server/log.ts";
import { type PageAnswer, toPageAnswer } from "#server/pages/page-answer.ts";
import { type PageFigures, PageRenderer } from "#server/pages/page-renderer.ts";
import { loadStaticFiles, type StaticHandler } from "#server/pages/static-files.ts";
import { pageErrors, pagesModule } from "./pages-module.ts";

export interface PageOptions {
  /** Answers the site's own API in-process. */
  readonly apiFetch: (request: Request) => Promise<Response>;
  readonly site: SiteConfig;
  readonly log: Logger;
}

/** The web layer as this process serves it. */
export interface Pages {
  render(request: Request): Promise<PageAnswer>;
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
  const [files, renderer] = await Promise.all([
    loadStaticFiles(fileURLToPath(atRoot("build/client"))),
    PageRenderer.open({
      entry: new URL("page-worker.ts", import.meta.url),
      data: { bundle: atRoot("build/server/index.js").href, site },
      log,
    }),
  ]);
  return {
    render: (request) => renderer.render(request, apiFetch),
    get figures() {
      return renderer.figures;
    },
    files,
    routes: renderer.routes,
    close: () => renderer.close(),
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
      const handle = createPageHandler({ site, onError: pageErrors(log) });
      const response = await handle(request, (path, call) =>
        apiFetch(new Request(new URL(path, request.url), call)),
      );
      return toPageAnswer(response, request.headers.get("accept-encoding"));
    },
    figures: { underWay: 0, lateness: 0, threadsLost: 0 },
    files: () => null,
    routes: (await load()).pagePatterns,
    serveModules: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}
