import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Config } from "@react-router/dev/config";

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
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, "client")),
};

export default config;
