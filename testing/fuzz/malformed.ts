import { connect } from "node:net";
import { createSeededRandom, type SeededRandom } from "#testing/seeded-random.ts";

const validRequests = [
  "GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "GET /search?q=golf HTTP/1.1\r\nHost: site\r\nConnection: close\r\nAccept-Encoding: br\r\n\r\n",
  "GET /api/cars HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
  "POST /api/unsubscribe?token=x HTTP/1.1\r\nHost: site\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n",
];

const knownAttacks: readonly string[] = [
  "\r\n\r\n",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\nHost: site\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: \u0000\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a b/c?d#e\r\nConnection: close\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: site:99999\r\nConnection: close\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET http://evil.example/ HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "GET //evil.example/%2e%2e HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "GET /%ff%fe%00 HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "GET /car/%E0%A4%A HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "GET \\\\..\\.. HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "TRACE / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "PROPFIND / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n",
  "FOO / HTTP/1.1\r\nHost: site\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: site\r\nno colon\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: site\r\n : empty\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: site\r\nX: a\r\n folded\r\n\r\n",
  `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: site\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: site\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: site\r\n${"X: y\r\n".repeat(3_000)}\r\n`,
  "POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: -1\r\n\r\n",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "POST /api/login HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  "POST /api/photos HTTP/1.1\r\nHost: site\r\nContent-Length: 10\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
  "POST /api/photos HTTP/1.1\r\nHost: site\r\nContent-Length: 10\r\nExpect: the-impossible\r\nConnection: close\r\n\r\n0123456789",
  "GET / HTTP/1.1\r\nHost: site\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: site\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001\u0000\u00A5\u0001\u0000\u0000",
  validRequests.join("").replaceAll("Connection: close\r\n", ""),
  "GET / HTTP/1.1\r\nHost: site\r\n\r\n".repeat(50),
];

/** Almost HTTP: a known attack, or a valid request with bytes changed, lost or doubled. */
export function makeMalformed(random: SeededRandom): Uint8Array<ArrayBuffer> {
  if (random.chance(0.4)) return new Uint8Array(Buffer.from(random.pick(knownAttacks), "latin1"));
  const bytes = [...Buffer.from(random.pick(validRequests), "latin1")];
  for (let n = 1 + random.below(4); n > 0; n -= 1) {
    const at = random.below(bytes.length);
    const way = random.below(4);
    if (way === 0) bytes[at] = random.below(256);
    else if (way === 1) bytes.splice(at, 1 + random.below(8));
    else if (way === 2) bytes.splice(at, 0, ...bytes.slice(at, at + random.below(20)));
    else bytes.length = at + 1;
  }
  return new Uint8Array(bytes);
}

/**
 * Sends the bytes on a connection of its own and half-closes it. Returns what is wrong: a 5xx, or no end in
 * time. Null if nothing is: a refusal, an answer, or a closed connection.
 */
export function sendMalformed(
  port: number,
  bytes: Uint8Array<ArrayBuffer>,
  longest: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const done = (wrong: string | null): void => {
      clearTimeout(late);
      socket.destroy();
      resolve(wrong);
    };
    const late = setTimeout(() => done(`no end within ${longest} ms: ${answer.slice(0, 200)}`), longest);
    const judge = (): void => {
      const bad = /HTTP\/1\.[01] 5\d\d/.exec(answer);
      done(bad === null ? null : answer.slice(bad.index, bad.index + 300));
    };
    socket.on("data", (chunk) => {
      if (answer.length < 1_000_000) answer += chunk.toString("latin1");
    });
    // The server closed the connection while we were sending.
    socket.on("error", judge);
    socket.on("close", judge);
    socket.on("connect", () => socket.end(bytes));
  });
}

/** Several malformed requests of one seed. */
export function malformedOf(seed: number, count: number): Uint8Array<ArrayBuffer>[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () => makeMalformed(random));
}
