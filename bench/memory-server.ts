/**
 * Answers every request with the same bytes from memory: the upper bound set by the network and Node's HTTP
 * server. Reads the bytes from standard input and writes its port to standard output.
 */
import { serve } from "@hono/node-server";
import { buffer } from "node:stream/consumers";

const page = await buffer(process.stdin);
const server = serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: () => new Response(page, { headers: { "Content-Type": "text/html" } }),
});
server.once("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) console.log(address.port);
});
