import autocannon from "autocannon";

export interface LoadResult {
  /** Requests answered a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: number;
}

/** Asks for each path once, `connections` at a time: what a keeper of answers could help with does not come twice. */
export async function loadOnce(
  origin: string,
  paths: readonly string[],
  connections = 32,
): Promise<LoadResult> {
  const perConnection = Math.floor(paths.length / connections);
  const started = performance.now();
  let next = 0;
  let failures = 0;
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    for (let turn = 0; turn < perConnection; turn++) {
      const path = paths[next++];
      if (path === undefined) return;
      const begin = performance.now();
      const answer = await fetch(origin + path);
      await answer.arrayBuffer();
      times.push(performance.now() - begin);
      if (answer.status !== 200) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99), failures };
}

/** The same few paths again and again for some seconds. */
export async function loadHot(
  origin: string,
  paths: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  const result = await autocannon({
    url: origin,
    connections: 32,
    duration: seconds,
    requests: paths.map((path) => ({ path })),
  });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
