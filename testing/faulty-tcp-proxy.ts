import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * States of a connection between two programs: working; delaying each chunk; dropping everything silently; dead
 * for existing connections only; refusing everything.
 */
export type ConnectionState =
  | { readonly kind: "working" }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "stalled" }
  | { readonly kind: "reset" };

export interface FaultyTcpProxy {
  readonly port: number;
  /** Stalled data continues once the proxy works again. `reset` ends all connections and refuses new ones. */
  setState(state: ConnectionState): void;
  /** Existing connections pass nothing from now on; new ones follow the state. */
  blackHoleConnections(): void;
  readonly connections: number;
  close(): Promise<void>;
}

/** A TCP proxy between a program and a server on this machine that breaks on demand. */
export async function startFaultyTcpProxy(
  target: { host: string; port: number } | { path: string },
): Promise<FaultyTcpProxy> {
  let state: ConnectionState = { kind: "working" };
  let changed = Promise.withResolvers<void>();
  let pairs = new Set<{ ends: [Socket, Socket]; isBlackHole: boolean }>();

  async function carry(from: Socket, to: Socket, pair: { isBlackHole: boolean }): Promise<void> {
    for await (const piece of from) {
      while (state.kind === "stalled" || pair.isBlackHole) {
        if (pair.isBlackHole) await new Promise(() => {});
        await changed.promise;
      }
      if (state.kind === "slow") await sleep(state.ms);
      to.write(piece);
    }
    to.end();
  }

  const server = createServer((near) => {
    if (state.kind === "reset") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target);
    const pair: { ends: [Socket, Socket]; isBlackHole: boolean } = { ends: [near, far], isBlackHole: false };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair.ends) socket.destroy();
    };
    for (const socket of pair.ends) {
      socket.setNoDelay(true);
      socket.once("close", end);
      socket.on("error", end);
    }
    carry(near, far, pair).catch(end);
    carry(far, near, pair).catch(end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const resetAll = () => {
    for (const { ends } of pairs) {
      ends[0].resetAndDestroy();
      ends[1].destroy();
    }
    pairs = new Set();
  };
  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    setState: (next) => {
      state = next;
      if (next.kind === "reset") resetAll();
      changed.resolve();
      changed = Promise.withResolvers();
    },
    blackHoleConnections: () => {
      for (const pair of pairs) pair.isBlackHole = true;
    },
    close: () =>
      new Promise((resolve) => {
        resetAll();
        changed.resolve();
        server.close(() => resolve());
      }),
  };
}
