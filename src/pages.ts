import { fileURLToPath } from "node:url";
import type { SiteConfig } from "#contract/site-config.ts";
import type { Logger } from "#server/log.ts";
import type { PageAnswer } from "#server/http/page-answer.ts";
import { toPageAnswer } from "#server/pages/encoding.ts";
import { type PageFigures, PageRenderer } from "#server/pages/page-renderer.ts";
import { loadStaticFiles, type StaticHandler } from "#server/pages/static-files.ts";

export interface PageOptions {
  /** Answers the site's own API in-process. */
  readonly apiFetch: (request: Request) => Promise<Response>;
  readonly site: SiteConfig;
  readonly log: Logger;
  /** False: there is no service worker, and browsers remove an installed one. */
  readonly offlineReading: boolean;
}

/** The web layer as this process serves it. */
export interface Pages {
  render(request: Request): Promise<PageAnswer>;
  readonly figures: PageFigures;
  /** The site's data for pages from now on. */
  setSite(site: SiteConfig): void;
  /** The built files for browsers. */
  readonly files: StaticHandler;
  /** The patterns of all pages' addresses, as the router writes them. */
  readonly routes: readonly string[];
  close(): Promise<void>;
}

const atRoot = (path: string) => new URL(`../${path}`, import.meta.url);

/** The pages built by `npm run build`, rendered in threads. */
export async function openBuiltPages({ apiFetch, site, log, offlineReading }: PageOptions): Promise<Pages> {
  const [files, renderer] = await Promise.all([
    loadStaticFiles(fileURLToPath(atRoot("build/client")), { serviceWorker: offlineReading }),
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
    setSite: (changed) => renderer.setSite(changed),
    files,
    routes: renderer.routes,
    close: () => renderer.close(),
  };
}

/** Passes the site's data to the process that renders pages in development (dev.ts). */
export const siteHeader = "x-site";

/** The pages in development, and their modules: `npm run dev` (dev.ts) renders them from the newest sources. */
export function openDevelopmentPages(address: string, first: SiteConfig): Pages {
  let site = first;
  return {
    render: async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      // Connection headers are per hop, and compression happens here.
      for (const name of ["connection", "accept-encoding", "if-none-match"]) headers.delete(name);
      headers.set(siteHeader, encodeURIComponent(JSON.stringify(site)));
      const answer = await fetch(new URL(pathname + search, address), {
        method: request.method,
        headers,
        redirect: "manual",
      });
      const answered = new Headers(answer.headers);
      for (const name of ["connection", "keep-alive", "transfer-encoding", "content-length"])
        answered.delete(name);
      const response = new Response(answer.body, { status: answer.status, headers: answered });
      return toPageAnswer(response, request.headers.get("accept-encoding"));
    },
    setSite: (changed) => {
      site = changed;
    },
    figures: { underWay: 0, lateness: 0, threadsLost: 0 },
    files: () => null,
    routes: [],
    close: async () => {},
  };
}
