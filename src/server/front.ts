import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { messages } from "#domain/messages/messages.ts";
import type { Logger } from "./log.ts";
import type { PageAnswer, ShownCars } from "#server/http/page-answer.ts";
import { cacheKey, PageCache, type PageCacheFigures } from "#server/pages/page-cache.ts";
import { compress, toResponse } from "#server/pages/encoding.ts";
import { notesOf } from "#server/http/request-notes.ts";
import { onlyRead, type StaticHandler } from "#server/pages/static-files.ts";

/** The handlers of a running site; missing while the process starts. */
export interface Site {
  /** The API and the photos. */
  readonly api: (request: Request, env: ApiEnv) => Response | Promise<Response>;
  /** The server-rendered pages. */
  readonly pages: (request: Request) => Promise<PageAnswer>;
  /** Lateness of the threads that render pages, in ms. */
  readonly pageLateness?: () => number;
  /** A page with cars is sent. */
  readonly onPageShown?: (request: IncomingMessage, shown: readonly ShownCars[]) => void;
  readonly files: StaticHandler;
  /** Throws or hangs if requests could not be served now. */
  readonly checkReady: () => Promise<void>;
}

/** What the API gets beside the request: the connection, or for a page's call its address. */
export type ApiEnv =
  | HttpBindings
  | {
      readonly remoteAddress: string | undefined;
      /** The page's own, so that both log as one request. */
      readonly requestId?: string | undefined;
      /** Receives the cars that the page will show. */
      readonly onShown?: (shown: ShownCars) => void;
    };

export interface Front {
  handle(request: Request, bindings: HttpBindings): Promise<Response>;
  /** The API for pages on the server: in-process, in the visitor's name. */
  apiFetch(request: Request): Promise<Response>;
  /** The cached page of a request, if any. */
  cachedPage(request: IncomingMessage): PageAnswer | null;
  /** The answer of `/readyz` during a start. */
  tellProgress(progress: () => object): void;
  /** From now on the site is served. */
  open(site: Site): void;
  /** From now on `/readyz` tells the load balancer to use others. */
  startStopping(): void;
  readonly pageCache: PageCacheFigures;
  /** Lateness of other threads that do part of the work, in ms. */
  readonly lateness: number;
}

/** Paths of the API, feeds of cars included; everything else is a built file or a page. */
export const apiPaths =
  /^\/(?:(?:api|photos|og|feeds)(?:\/|$|\?)|(?:dealers\/[^/]+\/feed\.(?:csv|json)|search\.atom)(?:$|\?))/;
const readyTimeout = 2000;

const noVisitor = { remoteAddress: undefined };

/**
 * Which of a page's cars count as shown in a list, or as a car's own page; other pages (a comparison, the
 * sitemap) do not count.
 */
function countedKind(path: string): ShownCars["kind"] | null {
  if (path === "/" || path === "/search") return "impression";
  return path.startsWith("/car/") ? "view" : null;
}

function plain(status: number, body: object): Response {
  return Response.json(body, {
    status,
    headers: {
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...(status === 503 ? { "Retry-After": "2" } : {}),
    },
  });
}

/** The answer to anything else during the start: data for a program, a page that retries for a person. */
function notYet(request: Request): Response {
  const { title, text } = messages.operation.starting;
  if (request.headers.get("accept")?.includes("text/html") !== true) {
    return plain(503, { message: text, code: "overloaded" });
  }
  const page = `<!doctype html><html lang="sq"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
  return new Response(page, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "2",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'",
    },
  });
}

/** Routes each request: health, API and photos, built files, pages. */
export function createFront(log: Logger): Front {
  let site: Site | null = null;
  let startProgress: (() => object) | null = null;
  let stopping = false;
  const pageCache = new PageCache();
  const visitor = new AsyncLocalStorage<{
    readonly remoteAddress: string | undefined;
    readonly requestId: string | undefined;
    readonly onShown: (shown: ShownCars) => void;
  }>();

  const ready = async (): Promise<Response> => {
    if (stopping) return plain(503, { status: "stopping" });
    if (site === null) return plain(503, { status: "starting", ...startProgress?.() });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("The check took too long.")), readyTimeout);
    try {
      await Promise.race([site.checkReady(), late.promise]);
      return plain(200, { status: "ready" });
    } catch (error) {
      log.warn("not_ready", { error: error instanceof Error ? error.message : String(error) });
      return plain(503, { status: "unavailable" });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    get pageCache() {
      return pageCache.figures;
    },
    get lateness() {
      return site?.pageLateness?.() ?? 0;
    },
    tellProgress: (progress) => {
      startProgress = progress;
    },
    open: (opened) => {
      site = opened;
    },
    startStopping: () => {
      stopping = true;
    },
    apiFetch: async (request) => {
      return site === null ? notYet(request) : site.api(request, visitor.getStore() ?? noVisitor);
    },
    cachedPage: (request) => {
      const page = stopping ? null : pageCache.lookup(cacheKey(request));
      if (page?.shown !== undefined) site?.onPageShown?.(request, page.shown);
      return page;
    },
    handle: async (request, bindings) => {
      // A host like a broken IP address ("site.1") is accepted until it is parsed.
      const url = URL.parse(request.url);
      if (url === null) return plain(400, { message: messages.errors.malformed, code: "malformed" });
      const path = url.pathname;
      // A stopping process is alive, and the text tells a proxy to send nothing more.
      if (path === "/healthz") return plain(200, { status: stopping ? "stopping" : "alive" });
      if (path === "/readyz") return ready();
      if (site === null) return notYet(request);
      const { api, pages, files, onPageShown } = site;
      if (apiPaths.test(path)) return compress(request, await api(request, bindings));
      const file = files(request, path);
      if (file !== null) return file;
      // The one HTTP method that the platform's Request refuses: it would fail on its way to a thread.
      if (request.method === "TRACE") return onlyRead();
      const { incoming } = bindings;
      const { remoteAddress } = incoming.socket;
      const requestId = notesOf(incoming)?.id;
      const page = await pageCache.answer(cacheKey(incoming), async () => {
        const shown: ShownCars[] = [];
        const counts = countedKind(path);
        const onShown = (cars: ShownCars): void => {
          if (cars.kind === counts) shown.push(cars);
        };
        const answer = await visitor.run({ remoteAddress, requestId, onShown }, () => pages(request));
        return shown.length === 0 || answer.status !== 200 ? answer : { ...answer, shown };
      });
      if (page.shown !== undefined && request.method === "GET") onPageShown?.(incoming, page.shown);
      return toResponse(page);
    },
  };
}
