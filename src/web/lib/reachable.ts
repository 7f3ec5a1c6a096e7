/** Milliseconds until the server counts as out of reach. */
const PATIENCE_MS = 8_000;

/** Whether the server answers. */
export function isReachable(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );
}
