import type { Config } from "@react-router/dev/config";

const config: Config = {
  appDirectory: "src/web",
  ssr: true,
  // The whole route table is a few kB and never changes under a running build: one cacheable file,
  // instead of asking the server for parts of it while people browse.
  routeDiscovery: { mode: "initial" },
};

export default config;
