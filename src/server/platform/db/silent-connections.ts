import { Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/** `pg` hides its socket; null if a future version hides it better. */
function socketOf(client: PoolClient): Socket | null {
  const connection: unknown = Reflect.get(client, "connection");
  if (typeof connection !== "object" || connection === null) return null;
  const stream: unknown = Reflect.get(connection, "stream");
  return stream instanceof Socket ? stream : null;
}

/** A query was sent, and its answer is incomplete. */
function isAnswerDue(client: PoolClient): boolean {
  return Reflect.get(client, "readyForQuery") === false;
}

function cut(socket: Socket): void {
  socket.destroy(new Error("Query read timeout"));
}

/** After one connection was found lost, others with a pending answer get at most this, in ms. */
const suspectFor = 2_000;

function cutIfStillSilent(client: PoolClient, socket: Socket): void {
  const received = socket.bytesRead;
  setTimeout(() => {
    if (isAnswerDue(client) && socket.bytesRead === received) cut(socket);
  }, suspectFor).unref();
}

/**
 * Closes connections on which the database has been silent for so many milliseconds while an answer is pending:
 * a stalled server, or a firewall that dropped the connection. The server's own statement timeout does not help
 * there. Then the others are probably lost too: idle ones are closed at once and those in use soon, so that
 * requests need not find out one by one.
 */
export function cutSilentConnections(pool: Pool, ms: number): void {
  const sockets = new Map<PoolClient, Socket>();
  const inUse = new Set<PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_, client) => inUse.delete(client));
  pool.on("remove", (client) => {
    sockets.delete(client);
    inUse.delete(client);
  });
  pool.on("connect", (client) => {
    const socket = socketOf(client);
    if (socket === null) return;
    sockets.set(client, socket);
    // Restarts with every byte in either direction; costs nothing meanwhile.
    socket.setTimeout(ms);
    // Not as its second argument, which would be called for the first silence only: usually idleness.
    socket.on("timeout", () => {
      if (!isAnswerDue(client)) return;
      cut(socket);
      for (const [other, itsSocket] of sockets) {
        if (!inUse.has(other)) cut(itsSocket);
        else cutIfStillSilent(other, itsSocket);
      }
    });
  });
}
