import type { Plugin } from "vite";

/** Builds src/service-worker/sw.ts to /sw.js, a name without a hash: browsers check it for updates. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      this.emitFile({ type: "chunk", id: "src/service-worker/sw.ts", fileName: "sw.js" });
    },
  };
}
