import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { seedManyCars } from "#bench/seed-many.ts";
import { startDatabase, startSite } from "#bench/site.ts";
import { runLoadGenerator } from "./run-load-generator.ts";

/** Connections of each kind: slow headers, slow bodies, and clients that do not read their page. */
const manyOfEach = 1_000;

function openSlowConnection(port: number, text: string, drip: string | null): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.pause();
  socket.write(text);
  if (drip !== null) {
    const timer = setInterval(() => socket.write(drip), 1_000);
    socket.once("close", () => clearInterval(timer));
  }
  return socket;
}

/**
 * Thousands of slow clients beside normal ones (specification.md#reliability). `given`: seconds of each
 * measurement.
 */
export async function slowClients(given?: string): Promise<void> {
  const seconds = Number(given ?? 20);
  const database = await startDatabase();
  try {
    const pooled = createDatabase(database.url, {
      log: createLogger((line) => process.stderr.write(line)),
      statementTimeout: 60_000,
    });
    await seedManyCars(pooled.db, 2_000);
    const ids = await pooled.db.selectFrom("cars").select("id").where("state", "=", "active").execute();
    await pooled.close();
    const site = await startSite(database);
    const sockets: Socket[] = [];
    try {
      const paths = ids.map(({ id }) => `/car/${id}`);
      const ask = () => runLoadGenerator(1, site.url, { paths, clients: 8, seconds });
      await ask();
      const alone = await ask();
      const memoryAlone = await site.memory();
      const port = Number(new URL(site.url).port);
      for (let n = 0; n < manyOfEach; n += 1) {
        sockets.push(
          openSlowConnection(port, "GET / HTTP/1.1\r\nHost: site\r\nX-A: ", "a"),
          openSlowConnection(
            port,
            "POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: 100000\r\n\r\n",
            "a",
          ),
          // The same page for all: it is rendered once.
          openSlowConnection(port, "GET /search HTTP/1.1\r\nHost: site\r\n\r\n", null),
        );
        if (n % 50 === 0) await sleep(20);
      }
      // Until all connections are accepted; from then on their slowness is their only effect.
      await sleep(8_000);
      const beside = await ask();
      const alive = sockets.filter((socket) => !socket.destroyed).length;
      const share = (beside.statuses[200] ?? 0) / (alone.statuses[200] ?? 1);
      console.log(
        `alone ${JSON.stringify(alone.statuses)} p50 ${alone.pages.p50} p99 ${alone.pages.p99} ms; beside ${sockets.length} slow ones ${JSON.stringify(beside.statuses)} p50 ${beside.pages.p50} p99 ${beside.pages.p99} ms: ${(share * 100).toFixed(0)} %; memory ${memoryAlone} MB, then ${await site.memory()} MB; ${alive} of them still there`,
      );
      const wrong = Object.keys(beside.statuses).filter((status) => status !== "200");
      if (wrong.length > 0) throw new Error(`others were answered ${wrong.join(", ")}`);
      if (share < 0.7) throw new Error("others had less than 70 % of what they had alone");
    } finally {
      for (const socket of sockets) socket.destroy();
      await site.stop();
    }
  } finally {
    await database.stop();
  }
}
