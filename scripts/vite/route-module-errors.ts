import type { Plugin } from "vite";

const file = "react-router/dist/production/lib/dom/ssr/routeModules.js";

/**
 * Where a page's script cannot be loaded, React Router loads the present address again: without a connection that is the
 * browser's own error page, and what was typed is gone. With this file of React Router replaced, such a page throws the error
 * instead, and features/shell/error-view.tsx says so in its place. (Thrown while it is loaded, the error of a page without
 * a loader would be lost.) Unnecessary once React Router lets a route's failed import reach its error boundary. The build
 * fails where a new version has no such file.
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
