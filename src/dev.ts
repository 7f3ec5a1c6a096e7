/**
 * `npm run dev`: the site for development. Pages reload in the browser; the server (main.ts) restarts when one
 * of its files changes. The database, the card-payment sandbox and Vite, which start slowly, belong to this
 * process and keep running.
 */
import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { SiteConfig } from "#contract/site-config.ts";
import { startSandboxProcess } from "#server/money/billing/sandbox-process.ts";
import { type Config, ConfigError, loadConfig } from "#server/config.ts";
import { EmbeddedPostgresError } from "#server/platform/db/embedded-error.ts";
import { openSiteDatabaseAlone } from "#server/platform/db/site-database.ts";
import { createLogger, type Logger } from "#server/log.ts";
import { siteHeader } from "./pages.ts";
import { pageErrors, pagesModule } from "./pages-module.ts";

const root = join(import.meta.dirname, "..");
/** Vite watches the interface's sources; tests are no part of the server. */
const notWatched = /^web\/|\.test\.tsx?$/;

/** Renders pages from the newest sources and serves their modules on its own port; main.ts calls it. */
async function startPages(config: Config, log: Logger): Promise<{ url: string; close: () => Promise<void> }> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({
    root,
    appType: "custom",
    server: { middlewareMode: true },
    clearScreen: false,
    configLoader: "native",
  });
  const api = `http://127.0.0.1:${config.http.port}`;
  const render = getRequestListener(async (request) => {
    const { createPageHandler } = pagesModule(await vite.ssrLoadModule("/src/web/pages.ts"));
    const { pathname, search } = new URL(request.url);
    const site: SiteConfig = JSON.parse(decodeURIComponent(request.headers.get(siteHeader) ?? ""));
    return createPageHandler({ site, onError: pageErrors(log) })(
      new Request(new URL(pathname + search, config.site.publicUrl), request),
      (path, call) => fetch(new URL(path, api), call),
    );
  });
  const server = createServer((request, response) =>
    vite.middlewares(request, response, () => void render(request, response)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The first page will be requested soon.
  void vite.ssrLoadModule("/src/web/pages.ts").catch(() => {});
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await vite.close();
    },
  };
}

/** Resolves when a source of the server has changed, or `signal` aborts. */
async function serverChanged(watcher: FSWatcher, signal: AbortSignal): Promise<void> {
  try {
    for await (const [, name] of on(watcher, "change", { signal }))
      if (!notWatched.test(String(name))) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Runs the server until this process ends, and restarts it after each change, even if it failed. */
async function runSite(env: NodeJS.ProcessEnv): Promise<void> {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Vite's own listener would end this process before the server has ended.
    process.removeAllListeners(signal);
    process.on(signal, () => ending.abort());
  }
  const watcher = watch(join(root, "src"), { recursive: true });
  while (!ending.signal.aborted) {
    const site = spawn(process.execPath, [join(root, "src/main.ts")], { cwd: root, env, stdio: "inherit" });
    const exited = once(site, "exit");
    await serverChanged(watcher, ending.signal);
    // Editors and version control write several files at once.
    await sleep(100);
    site.kill("SIGTERM");
    await exited;
  }
}

async function main(): Promise<void> {
  const env = { ...process.env, NODE_ENV: "development" };
  const config = loadConfig(env);
  const log = createLogger();
  const { payments, http, dataDir } = config;
  const [database, pages, sandbox] = await Promise.all([
    openSiteDatabaseAlone(config),
    startPages(config, log),
    payments.mode === "stripe"
      ? null
      : startSandboxProcess({
          dataDir,
          port: payments.port,
          firstPort: payments.firstPort,
          webhookUrl: `http://127.0.0.1:${http.port}/api/payment/webhook`,
          log,
        }),
  ]);
  await runSite({
    ...env,
    DATABASE_URL: database.url,
    DEMO: config.demo.enabled ? "1" : "0",
    DEV_SERVER: JSON.stringify({ pages: pages.url, sandbox: sandbox?.access ?? null }),
  });
  await Promise.all([pages.close(), sandbox?.stop(), database.close()]);
}

try {
  await main();
  process.exit();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  const told = expected || !(error instanceof Error) ? String(error) : error.stack;
  process.stderr.write(`${told}\n`);
  process.exit(1);
}
