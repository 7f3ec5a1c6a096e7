import type { Server } from "node:http";
import { Server as StreamServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** Maximum wait for a moment without new connections, in milliseconds. */
const maxQuietMs = 5000;
/** A turn of the event loop this short, in milliseconds, missed no new connection. */
const shortTurn = 2;
/** How long requests on idle or unused connections may still arrive after that, in milliseconds. */
const idleGrace = 750;

/**
 * A connection in the listener's queue at closing would be cut with its request sent, and a balancer does not
 * repeat what may have been done. Resolves right after the queue was empty, in a moment without work: a turn
 * that renders pages is long enough for new connections.
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
 * Stops accepting connections and resolves once the last one has ended. Connections open `graceMs` milliseconds
 * after the `notice` are cut. `onEnding` is called when idle connections may end too.
 */
export async function closeServer(
  server: Server,
  {
    graceMs,
    notice,
    sockets,
    onEnding,
  }: {
    graceMs: number;
    notice: number;
    /** All open connections. */
    sockets: ReadonlySet<Socket>;
    onEnding: () => void;
  },
): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), notice + graceMs);
  let closed: Promise<void>;
  if (notice > 0) {
    await sleep(notice);
    await listenQueueEmpty(server);
    // HTTP's own close would cut idle connections at the same moment.
    closed = new Promise((resolve) => StreamServer.prototype.close.call(server, () => resolve()));
    await sleep(idleGrace);
    onEnding();
  } else {
    onEnding();
    closed = new Promise((resolve) => server.close(() => resolve()));
  }
  server.closeIdleConnections();
  // To Node a connection that has sent nothing is not idle. Browsers open some in advance.
  const cutUnused = setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, idleGrace);
  await closed;
  clearTimeout(cutUnused);
  clearTimeout(cut);
}
