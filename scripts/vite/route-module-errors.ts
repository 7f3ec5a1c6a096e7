import type { Plugin } from "vite";

const file = "react-router/dist/production/lib/dom/ssr/routeModules.js";

/**
 * If a page's script cannot be loaded, React Router reloads the current address: without a connection that is
 * the browser's own error page, and what was typed is lost. With this file of React Router replaced, such a
 * page throws the error instead, and features/shell/error-view.tsx shows it. (Thrown while loading, the error
 * of a page without a loader would be lost.) Unnecessary once React Router passes a route's failed import to
 * its error boundary. The build fails if a new version lacks this file.
 */
const replacement = `
  export async function loadRouteModule(route, cache) {
    try {
      return (cache[route.id] ??= await import(/* @vite-ignore */ route.module));
    } catch (error) {
      return { clientLoader: () => null, default: () => { throw error; } };
    }
  }`;

export function routeModuleErrors(): Plugin {
  let replaced = false;
  return {
    name: "route-module-errors",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(_code, id) {
      if (!id.replaceAll("\\", "/").endsWith(file)) return null;
      replaced = true;
      return { code: replacement, map: null };
    },
    buildEnd() {
      if (!replaced) this.error(`React Router has changed: there is no ${file}.`);
    },
  };
}
