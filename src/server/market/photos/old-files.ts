const batchSize = 100;
/** Files are written before their row; no upload takes a day. */
const strayAfterMs = 24 * 60 * 60 * 1000;

/**
 * Batches of the stored ids whose file is more than a day old, so that one without a row gets none any more. Ends
 * early once `signal` is aborted: the listing of a large store takes minutes.
 */
export async function* oldFiles(
  ids: AsyncIterable<string>,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const id of ids) {
    if (signal.aborted) return;
    if (madeAt(id) > now.getTime() - strayAfterMs) continue;
    batch.push(id);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The milliseconds in a UUIDv7's first 48 bits. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
