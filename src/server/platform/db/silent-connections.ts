import { Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/** `pg` keeps the socket to itself; null where it hides it better one day. */
function socketOf(client: PoolClient): Socket | null {
  const connection: unknown = Reflect.get(client, "connection");
  if (typeof connection !== "object" || connection === null) return null;
  const stream: unknown = Reflect.get(connection, "stream");
  return stream instanceof Socket ? stream : null;
}

/** Sent something and not told yet that the answer is complete. */
function isAnswerDue(client: PoolClient): boolean {
  return Reflect.get(client, "readyForQuery") === false;
}

function cut(socket: Socket): void {
  socket.destroy(new Error("Query read timeout"));
}

/** Once a connection was found lost, another one with an answer due gets no more than this, in ms. */
const suspectFor = 2_000;

function cutIfStillSilent(client: PoolClient, socket: Socket): void {
  const received = socket.bytesRead;
  setTimeout(() => {
    if (isAnswerDue(client) && socket.bytesRead === received) cut(socket);
  }, suspectFor).unref();
}

/**
 * Cuts connections on which the database has sent nothing for so many milliseconds while an answer is due: a stalled
 * server, a firewall that dropped the connection without notice. The server's own limit on statements is no help there. Where one
 * is found, the others are likely to be lost too: idle ones are cut at once and those in use soon, so that requests do not
 * find that out one by one.
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
    // Begins anew with every byte in either direction; costs nothing while there are any.
    socket.setTimeout(ms);
    // Not as its second argument, which would be called for the first silence alone: mostly one of idleness.
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
