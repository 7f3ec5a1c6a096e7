import type { Config } from "@react-router/dev/config";

const config: Config = {
  appDirectory: "src/web",
  ssr: true,
  // The whole route table is a few kB and never changes under a running build: one cacheable file,
  // instead of asking the server for parts of it while people browse.
  routeDiscovery: { mode: "initial" },
  // A page is one script, its client loader in it: where a page's script is gone, so is its loader, and the page says so
  // (scripts/vite/route-module-errors.ts). A loader's own script that is gone leaves a link that does nothing.
  splitRouteModules: false,
};

export default config;
