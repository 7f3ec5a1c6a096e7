import type { Config } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import type { Metrics } from "./metrics.ts";
import type { Traces } from "./traces.ts";

type OnOpen = (close: () => Promise<void>) => void;

// Both are loaded only if configured: their libraries take memory and start time.

export async function openMetrics(
  { telemetry }: Config,
  log: Logger,
  onOpen: OnOpen,
): Promise<Metrics | null> {
  const { metricsPort: port, metricsHost: host } = telemetry;
  if (port === null) return null;
  const [{ createMetrics }, { startMetricsServer }] = await Promise.all([
    import("./metrics.ts"),
    import("./metrics-server.ts"),
  ]);
  const metrics = createMetrics();
  const server = await startMetricsServer({ host, port }, metrics, log);
  onOpen(() => server.close());
  return metrics;
}

export async function openTraces({ telemetry, site }: Config, onOpen: OnOpen): Promise<Traces | null> {
  const { otlpEndpoint: endpoint } = telemetry;
  if (endpoint === null) return null;
  const { createTraces } = await import("./traces.ts");
  const traces = createTraces({ endpoint, service: site.name });
  onOpen(() => traces.stop());
  return traces;
}
