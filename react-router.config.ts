import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Config } from "@react-router/dev/config";

/** What the browser's router reads of a route; false and missing are the same to it. */
type BrowserRoute = { hasDefaultExport: boolean; imports?: string[]; css?: string[] };
type BrowserManifest = { routes: Record<string, BrowserRoute> };

const MANIFEST = "window.__reactRouterManifest=";

/**
 * Takes out of the route table, which every first visit loads, what no browser asks of it: what is false, the routes
 * that are no pages, and the list of what a route's module imports (it finds that in the module itself).
 */
async function slimManifest(folder: string): Promise<void> {
  for await (const file of glob("assets/manifest-*.js", { cwd: folder })) {
    const path = join(folder, file);
    const script = await readFile(path, "utf8");
    if (!script.startsWith(MANIFEST)) throw new Error(`${file} has another form than before.`);
    const manifest: BrowserManifest = JSON.parse(script.slice(MANIFEST.length).replace(/;\s*$/, ""));
    for (const [id, route] of Object.entries(manifest.routes)) {
      delete route.imports;
      if (route.css?.length === 0) delete route.css;
      if (!route.hasDefaultExport) delete manifest.routes[id];
    }
    const slim = JSON.stringify(manifest, (_key, value: unknown) => (value === false ? undefined : value));
    await writeFile(path, `${MANIFEST}${slim};`);
  }
}

/** Writes `.br` and `.gz` beside the browser's files, packed once and well instead of for every visitor. */
async function precompress(folder: string): Promise<void> {
  for await (const file of glob("assets/**/*.{js,css,svg}", { cwd: folder })) {
    const path = join(folder, file);
    const content = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

const config: Config = {
  appDirectory: "src/web",
  ssr: true,
  // The whole route table is a few kB and never changes under a running build: one cacheable file,
  // instead of asking the server for parts of it while people browse.
  routeDiscovery: { mode: "initial" },
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, "client");
    await slimManifest(folder);
    await precompress(folder);
  },
};

export default config;
