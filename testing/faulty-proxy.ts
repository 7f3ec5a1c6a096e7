import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Faults of a call: the server fails before or after the work, stays silent, hangs up, or does the work and its
 * answer is lost.
 */
export type Fault = "failed" | "silent" | "reset" | "answer lost" | "done, then failed";

export interface FaultyProxy {
  readonly port: number;
  /** Called for every request; null lets it through. */
  setFault(choose: ((call: { method: string; path: string }) => Fault | null) | null): void;
  /** Calls let through or failed so far. */
  readonly calls: { method: string; path: string }[];
  close(): Promise<void>;
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { type: "api_error", message: "the provider failed" } }));
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** An HTTP proxy between the application and a server on this machine that injects faults. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  let choose: ((call: { method: string; path: string }) => Fault | null) | null = null;
  const calls: { method: string; path: string }[] = [];

  function forward(
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<{ head: IncomingMessage; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { method = "GET", url = "/", headers } = incoming;
      const onward = request({ host: "127.0.0.1", port: targetPort, method, path: url, headers }, (head) => {
        readAll(head).then((answer) => resolve({ head, body: answer }), reject);
      });
      onward.on("error", reject);
      onward.end(body);
    });
  }

  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await readAll(incoming);
      const call = {
        method: incoming.method ?? "GET",
        path: new URL(incoming.url ?? "/", "http://x").pathname,
      };
      calls.push(call);
      const fault = choose?.(call) ?? null;
      if (fault === "silent") return;
      if (fault === "reset") return void incoming.socket.destroy();
      if (fault === "failed") return fail(response);
      const answer = await forward(incoming, body);
      if (fault === "answer lost") return void incoming.socket.destroy();
      if (fault === "done, then failed") return fail(response);
      response.writeHead(answer.head.statusCode ?? 502, answer.head.headers);
      response.end(answer.body);
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    setFault: (next) => {
      choose = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
