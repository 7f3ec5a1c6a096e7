import type * as pages from "#web/pages.ts";
import type { Logger } from "#server/log.ts";

/** The web layer's built module (src/web/pages.ts). */
export type PagesModule = Pick<typeof pages, "createPageHandler" | "pagePatterns">;

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

/** Throws if the module is invalid. */
export function pagesModule(module: unknown): PagesModule {
  if (!isPagesModule(module)) throw new Error("src/web/pages.ts does not export what it should.");
  return module;
}

/** Logs an error of rendering a page. */
export function pageErrors(log: Logger): (error: unknown, path: string) => void {
  return (error, path) => log.error("page.failed", error, { path: path.slice(0, 200) });
}
