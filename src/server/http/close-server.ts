import type { Server } from "node:http";
import { Server as StreamServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** The longest wait for a moment without new connections, in milliseconds. */
const maxQuietMs = 5000;
/** A turn of the event loop as short as this, in milliseconds, had no unseen new connection. */
const shortTurn = 2;
/** How long requests that are under way over idle connections may still arrive after that, in milliseconds. */
const idleGrace = 750;

/**
 * A connection in the listener's queue when it closes is cut off with the request already sent, and a balancer repeats
 * nothing that may have been done. Resolves right after a look at the queue that found it empty, in a moment without
 * work: a turn that renders pages is long enough for others to come.
 */
async function listenQueueEmpty(server: Server): Promise<void> {
  let arrived = 0;
  const count = (): void => {
    arrived += 1;
  };
  server.on("connection", count);
  const until = performance.now() + maxQuietMs;
  for (;;) {
    const before = arrived;
    const since = performance.now();
    await nextTurn();
    const now = performance.now();
    if ((arrived === before && now - since < shortTurn) || now > until) break;
  }
  server.off("connection", count);
}

/**
 * Takes no further connection and resolves once the last one has ended; what is open `graceMs` milliseconds after the
 * `notice` is cut. `onEnding` is called when idle connections may end, too.
 */
export async function closeServer(
  server: Server,
  { graceMs, notice, onEnding }: { graceMs: number; notice: number; onEnding: () => void },
): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), notice + graceMs);
  let closed: Promise<void>;
  if (notice > 0) {
    await sleep(notice);
    await listenQueueEmpty(server);
    // HTTP's own way of closing would cut idle connections in the same moment.
    closed = new Promise((resolve) => StreamServer.prototype.close.call(server, () => resolve()));
    await sleep(idleGrace);
    onEnding();
  } else {
    onEnding();
    closed = new Promise((resolve) => server.close(() => resolve()));
  }
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
