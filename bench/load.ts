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
  const share = Math.floor(paths.length / connections);
  let client = 0;
  const since = performance.now();
  let last = since;
  const run = autocannon({
    url: origin,
    connections,
    amount: share * connections,
    // Left to itself, every connection would begin at the first path.
    setupClient: (each) => {
      const from = client * share;
      client += 1;
      each.setRequests(paths.slice(from, from + share).map((path) => ({ path })));
      each.on("response", () => {
        last = performance.now();
      });
    },
  });
  const result = await run;
  return {
    // By the last answer: autocannon's own duration is counted in whole seconds.
    rate: (result.requests.total * 1000) / (last - since),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
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
