import * as build from "virtual:react-router/server-build";
import {
  createRequestHandler,
  data,
  type LoaderFunctionArgs,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { ApiFetch } from "#web/lib/api-client.ts";
import { ApiError, NetworkError } from "#web/lib/api-error.ts";
import { apiContext, createServerApi } from "#web/lib/server-api.ts";
import { pageErrorsContext } from "#web/lib/page-errors.ts";
import { type SiteConfig, siteContext } from "#web/lib/site.ts";

export type { SiteConfig } from "#web/lib/site.ts";

/** The folder of the client bundle, and its URL prefix. */
export const { assetsBuildDirectory, publicPath } = build;

/** The route patterns of all pages: "/car/:id?". */
export const pagePatterns: readonly string[] = Object.values(build.routes).flatMap((route) => {
  if (route === undefined) return [];
  return route.path === undefined ? (route.index === true ? ["/"] : []) : [`/${route.path}`];
});

/**
 * The pages as one function from request to response; the entry of the server bundle. `apiFetch` calls the
 * site's own API on behalf of the visitor.
 */
export function createPageHandler(options: {
  site: SiteConfig;
  /** Called with rendering errors. */
  onError: (error: unknown, path: string) => void;
}): (request: Request, apiFetch: ApiFetch) => Promise<Response> {
  const { site, onError } = options;
  // Omitted instead of undefined, as ServerBuild's exact optional properties require.
  const { basename, unstable_getCriticalCss, allowedActionOrigins, ...rest } = build;
  const serverBuild: ServerBuild = {
    ...rest,
    ...(basename === undefined ? {} : { basename }),
    ...(allowedActionOrigins === undefined ? {} : { allowedActionOrigins }),
    ...(unstable_getCriticalCss === undefined ? {} : { unstable_getCriticalCss }),
    routes: withApiErrors(build.routes),
  };
  const handle = createRequestHandler(serverBuild, import.meta.env.MODE);
  return async (request, apiFetch) => {
    let personal = false;
    const context = new RouterContextProvider();
    context.set(siteContext, site);
    context.set(pageErrorsContext, onError);
    context.set(
      apiContext,
      createServerApi(request, apiFetch, () => {
        personal = true;
      }),
    );
    const response = await handle(request, context);
    setHeaders(response.headers, personal);
    return response;
  };
}

function setHeaders(headers: Headers, personal: boolean): void {
  if (personal) headers.set("Cache-Control", "private, no-store");
  else if (!headers.has("Cache-Control")) headers.set("Cache-Control", "public, no-cache");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(self), payment=(), usb=()");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
}

/**
 * Turns an API error that a loader does not catch into the page's own status (404, 503 …) with its message,
 * instead of an anonymous 500.
 */
function withApiErrors(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const guarded: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(routes)) {
    const loader = route?.module.loader;
    if (!route || !loader) {
      guarded[id] = route;
      continue;
    }
    const guardedLoader = async (args: LoaderFunctionArgs): Promise<unknown> => {
      try {
        return await loader(args);
      } catch (error) {
        throw pageError(error);
      }
    };
    guarded[id] = { ...route, module: { ...route.module, loader: guardedLoader } };
  }
  return guarded;
}

function pageError(error: unknown): unknown {
  if (error instanceof ApiError) {
    const headers = error.retryAfter === null ? {} : { "Retry-After": String(error.retryAfter) };
    const message = error.hasMessage ? error.message : undefined;
    return data({ code: error.code, message }, { status: error.status, headers });
  }
  // The in-process call timed out: overloaded rather than broken.
  if (error instanceof NetworkError)
    return data({ code: "overloaded" }, { status: 503, headers: { "Retry-After": "5" } });
  return error;
}
