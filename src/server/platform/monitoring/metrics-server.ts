import { createServer } from "node:http";
import type { Logger } from "#server/log.ts";
import { ListenError } from "#server/listen-error.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsServer {
  close(): Promise<void>;
}

/** Serves `/metrics` on its own port, which no visitor should reach. Throws a ListenError if it is in use. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  metrics: Metrics,
  log: Logger,
): Promise<MetricsServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    if (request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Metrics are at /metrics.\n");
      return;
    }
    metrics.text().then(
      (text) =>
        response
          .writeHead(200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" })
          .end(text),
      (error: unknown) => {
        log.error("metrics.failed", error);
        response.writeHead(500).end();
      },
    );
  });
  server.timeout = 10_000;
  server.maxConnections = 50;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new ListenError(
          error.code === "EADDRINUSE"
            ? `METRICS_PORT ${port} is taken on ${host}. Choose another.`
            : `METRICS_PORT ${port} can't be listened on at ${host}.`,
          { cause: error },
        ),
      ),
    );
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
  server.on("error", (error) => log.error("metrics.failed", error));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
