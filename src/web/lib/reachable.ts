/** Milliseconds without an answer after which the server counts as unreachable. */
const maxWaitMs = 8_000;

/** True if the server answers. */
export function isReachable(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(maxWaitMs) }).then(
    () => true,
    () => false,
  );
}
