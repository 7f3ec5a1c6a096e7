import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "#testing/free-port.ts";
import { malformedOf, sendMalformed } from "#testing/fuzz/malformed.ts";

// Whatever requests come, the process writes only log lines, each one JSON object. Nobody would read
// warnings, output of libraries or stack traces, and they could contain what a log must not.

const paths = [
  "/x%0d%0a",
  "/x%0d%0aSet-Cookie:%20a=b",
  "/%00",
  "/car/%0a",
  "/car/%E0%A4%A",
  "/car/%ff%fe",
  "/search?q=%ff&page=%00&sort=__proto__",
  "/dealers/..%2f..%2fetc%2fpasswd",
  "//evil.example/%2e%2e",
  "/__proto__/constructor",
  "/search.data?q=x&_routes=routes%2Fnone",
  "/x%0d%0a.data",
  "/_root.data",
  "/__manifest?p=%2Fx%0d%0a&version=x",
  "/sitemap/%0a.xml",
  "/og/%0a/x.jpg",
  "/photos/%0a/960.jpg",
  "/api/cars/%0d%0a",
  "/api/%ff",
  `/${"%0a".repeat(2_000)}`,
];
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"];
const headers: Readonly<Record<string, string>>[] = [
  { "accept-language": "\u00ff\u00fe", cookie: "vetura_session=%ff; =; a" },
  { host: "site.1", "x-forwarded-for": "nonsense", "content-type": "multipart/form-data" },
  { accept: "text/html", range: "bytes=9-1", "if-none-match": '"', "accept-encoding": "x;q=z" },
];

/** The status; null if the connection closed without an answer. */
function send(port: number, method: string, path: string, sent: Readonly<Record<string, string>>) {
  return new Promise<number | null>((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers: sent }, (answer) => {
      answer.resume();
      answer.once("close", () => resolve(answer.statusCode ?? null));
    });
    outgoing.once("error", () => resolve(null));
    outgoing.end();
  });
}

/** Lines that are not JSON objects with an event. */
function strangeLines(text: string): string[] {
  return text.split("\n").filter((line) => {
    if (line === "") return false;
    try {
      const parsed: unknown = JSON.parse(line);
      return typeof parsed !== "object" || parsed === null || !("event" in parsed);
    } catch {
      return true;
    }
  });
}

test("the process writes nothing but log lines, whatever requests it receives", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "vetura-log-"));
  const port = await freePort();
  const child = spawn(process.execPath, ["src/main.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DEMO: "0",
      RATE_LIMITS: "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      written += chunk;
    });
  }
  try {
    await expect.poll(() => written, { timeout: 60_000 }).toContain('"event":"ready"');
    // Before "ready" it prints its progress for the person who starts it.
    written = written.slice(written.indexOf('"event":"ready"')).replace(/^.*\n/, "");
    const failed: string[] = [];
    for (const path of paths)
      for (const method of methods)
        for (const sent of headers) {
          const status = await send(port, method, path, sent);
          if (status === null || status >= 500) failed.push(`${method} ${path.slice(0, 80)} ${status}`);
        }
    for (const bytes of malformedOf(1, 300)) {
      const wrong = await sendMalformed(port, bytes, 20_000);
      if (wrong !== null) failed.push(wrong);
    }
    expect(failed).toEqual([]);
  } finally {
    child.kill("SIGTERM");
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
  expect(written).toContain('"event":"request"');
  expect(strangeLines(written)).toEqual([]);
});
