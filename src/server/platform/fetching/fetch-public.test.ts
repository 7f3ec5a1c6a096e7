import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { buffer, text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "#testing/self-signed.ts";
import { createPublicFetcher, FetchError, type ResolvedAddress } from "./fetch-public.ts";

const limits = { maxBytes: 10_000, timeoutMs: 10_000 };
const local: ResolvedAddress = { address: "127.0.0.1", family: 4 };
/** In a range of the public internet that nobody was given: a connection to it fails at once or never. */
const nobodys: ResolvedAddress = { address: "2d00::1", family: 6 };

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

/** A server on the loopback address; its port and what it was asked for. */
async function serve(answer: RequestListener, secure = false): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  };
  const server = secure ? createSecureServer(selfSignedCertificate, listener) : createServer(listener);
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { port: address.port, asked };
}

/** A fetcher whose names are answered by `answers` in turn, the last one again and again. */
function fetcher(options: { allowed?: string[]; answers?: (readonly ResolvedAddress[])[] } = {}) {
  const { allowed = [], answers = [[local]] } = options;
  const names: string[] = [];
  const { fetchPublic, checkAddress } = createPublicFetcher({
    allowedHosts: allowed,
    userAgent: "Vetura",
    resolve: async (host) => {
      names.push(host);
      return answers[Math.min(names.length, answers.length) - 1] ?? [];
    },
  });
  const reasonOf = async (address: string, timeoutMs = limits.timeoutMs): Promise<string> => {
    try {
      await text((await fetchPublic(address, { ...limits, timeoutMs })).body);
      return "fetched";
    } catch (error) {
      if (error instanceof FetchError) return error.message;
      throw error;
    }
  };
  return { fetchPublic, checkAddress, reasonOf, names };
}

describe("what is refused without asking anybody", () => {
  test.each([
    ["http://feed.example/stock.csv", "not_https"],
    ["ftp://feed.example/stock.csv", "bad_address"],
    ["file:///etc/passwd", "bad_address"],
    ["stock.csv", "bad_address"],
    ["", "bad_address"],
    ["https://", "bad_address"],
    ["https://user:password@feed.example/", "has_password"],
    ["https://user@feed.example/", "has_password"],
    ["https://feed.example:22/", "bad_port"],
    ["https://feed.example:80/", "bad_port"],
    ["https://feed.example:0/", "bad_port"],
    ["https://feed.example:1023/", "bad_port"],
    ["https://127.0.0.1/", "not_public"],
    ["https://2130706433/", "not_public"],
    ["https://0x7f000001/", "not_public"],
    ["https://0177.0.0.1/", "not_public"],
    ["https://127.1/", "not_public"],
    ["https://0/", "not_public"],
    ["https://１２７.0.0.1/", "not_public"],
    ["https://169.254.169.254/latest/meta-data/", "not_public"],
    ["https://[::1]/", "not_public"],
    ["https://[::ffff:127.0.0.1]/", "not_public"],
    ["https://[64:ff9b::7f00:1]/", "not_public"],
    ["https://[fe80::1]/", "not_public"],
  ])("%s is refused as %s", async (address, reason) => {
    const { reasonOf, checkAddress, names } = fetcher();
    expect(await reasonOf(address)).toBe(reason);
    expect(() => checkAddress(address)).toThrow(reason);
    expect(names).toEqual([]);
  });

  test("a public https address may be fetched", () => {
    const { checkAddress } = fetcher();
    expect(checkAddress("https://salloni.example:8443/stoku.csv?k=1").href).toBe(
      "https://salloni.example:8443/stoku.csv?k=1",
    );
    expect(checkAddress("https://8.8.8.8/stoku.csv").hostname).toBe("8.8.8.8");
  });
});

describe("names", () => {
  test.each([
    ["a private address", [{ address: "10.0.0.7", family: 4 }]],
    ["the metadata service", [{ address: "169.254.169.254", family: 4 }]],
    ["an IPv4-mapped address", [{ address: "::ffff:10.0.0.7", family: 6 }]],
    ["a public address and a private one", [nobodys, local]],
  ])("a name that leads to %s is refused before anything is connected", async (_what, addresses) => {
    const { port, asked } = await serve((_request, response) => response.end("secret"));
    const { reasonOf } = fetcher({ answers: [addresses] });
    expect(await reasonOf(`https://feed.example:${port}/`)).toBe("not_public");
    expect(asked).toEqual([]);
  });

  test("a name that changes its mind after the check is not asked again: the checked address is connected to", async () => {
    const { port, asked } = await serve((_request, response) => response.end("secret"), true);
    const { reasonOf, names } = fetcher({ answers: [[nobodys], [local]] });
    expect(await reasonOf(`https://feed.example:${port}/`, 300)).toMatch(/^(unreachable|too_slow)$/);
    expect(names).toEqual(["feed.example"]);
    expect(asked).toEqual([]);
  });

  test("a host name without addresses is reported as unknown", async () => {
    expect(await fetcher({ answers: [[]] }).reasonOf("https://feed.example/")).toBe("unknown_host");
  });

  test("of names whose server does not answer two are looked up at once, and the next ones once it has", async () => {
    const asked: (() => void)[] = [];
    const { fetchPublic } = createPublicFetcher({
      allowedHosts: [],
      userAgent: "Vetura",
      resolve: async () => {
        const { promise, resolve } = Promise.withResolvers<readonly ResolvedAddress[]>();
        asked.push(() => resolve([]));
        return promise;
      },
    });
    const fetched = Array.from({ length: 6 }, (_, name) =>
      fetchPublic(`https://${name}.example.org/a.jpg`, { ...limits, timeoutMs: name < 5 ? 100 : 10_000 }),
    );
    const failed = await Promise.allSettled(fetched.slice(0, 5));
    expect(failed.map((one) => one.status === "rejected" && String(one.reason.message))).toEqual(
      Array.from({ length: 5 }, () => "too_slow"),
    );
    expect(asked).toHaveLength(2);
    for (const answer of asked.splice(0)) answer();
    // Those that nobody waits for are not looked up any more.
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.();
    await expect(fetched[5]).rejects.toMatchObject({ message: "unknown_host" });
  });

  test("a name server that does not answer is waited for no longer than the limit", async () => {
    const never = Promise.withResolvers<never>();
    const { fetchPublic } = createPublicFetcher({
      allowedHosts: [],
      userAgent: "Vetura",
      resolve: () => never.promise,
    });
    await expect(fetchPublic("https://feed.example/", { ...limits, timeoutMs: 50 })).rejects.toThrow(
      "too_slow",
    );
  });
});

describe("redirects", () => {
  test("each redirect is checked anew: to a private address, to http, to another scheme, to a password", async () => {
    let location = "";
    const { port } = await serve((_request, response) => response.writeHead(302, { location }).end());
    const { reasonOf } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    const reasons: Record<string, string> = {};
    for (const target of [
      "https://10.0.0.1/",
      "https://[::1]/",
      "http://feed.example/",
      "file:///etc/passwd",
      "//a:b@feed.example/",
      "https://0x7f.1/",
      "https://feed.example:25/",
    ]) {
      location = target;
      reasons[target] = await reasonOf(`http://127.0.0.1:${port}/`);
    }
    expect(reasons).toEqual({
      "https://10.0.0.1/": "not_public",
      "https://[::1]/": "not_public",
      "http://feed.example/": "not_https",
      "file:///etc/passwd": "bad_address",
      "//a:b@feed.example/": "has_password",
      "https://0x7f.1/": "not_public",
      "https://feed.example:25/": "bad_port",
    });
  });

  test("a redirect to a name that leads inside is refused", async () => {
    const inside = await serve((_request, response) => response.end("secret"));
    const { port } = await serve((_request, response) =>
      response.writeHead(307, { location: `https://inside.example:${inside.port}/` }).end(),
    );
    const { reasonOf, names } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe("not_public");
    expect(names).toEqual(["inside.example"]);
    expect(inside.asked).toEqual([]);
  });

  test("redirects within a site are followed, and no more than five", async () => {
    const { port, asked } = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end("stock");
      else response.writeHead(301, { location: `/${step - 1}` }).end();
    });
    const { fetchPublic, reasonOf } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    const answer = await fetchPublic(`http://127.0.0.1:${port}/5`, limits);
    expect(await text(answer.body)).toBe("stock");
    expect(answer.url).toBe(`http://127.0.0.1:${port}/0`);
    asked.length = 0;
    expect(await reasonOf(`http://127.0.0.1:${port}/6`)).toBe("too_many_redirects");
    expect(asked).toHaveLength(6);
  });
});

describe("limits", () => {
  test("a file that says that it is too large is not received", async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "10001" }).write("x");
    });
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      "too_large",
    );
  });

  test("a file that does not say how large it is ends at the limit", async () => {
    let sent = 0;
    const { port } = await serve((request, response) => {
      const more = () => {
        while (!request.socket.destroyed && response.write("x".repeat(1000))) sent += 1000;
      };
      response.on("drain", more);
      more();
    });
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      "too_large",
    );
    // What lay in the buffers of both sides, and no stream without an end.
    expect(sent).toBeLessThan(20_000_000);
  });

  test("a file of exactly as many bytes as allowed is taken", async () => {
    const { port } = await serve((_request, response) => response.end("x".repeat(10_000)));
    const { fetchPublic } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    expect(await buffer((await fetchPublic(`http://127.0.0.1:${port}/`, limits)).body)).toHaveLength(10_000);
  });

  test("an answer that comes byte by byte ends with the time limit, and so does one that never begins", async () => {
    const { port } = await serve((request, response) => {
      if (request.url === "/silent") return;
      const drip = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(drip));
    });
    const { reasonOf } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    expect(await reasonOf(`http://127.0.0.1:${port}/drips`, 200)).toBe("too_slow");
    expect(await reasonOf(`http://127.0.0.1:${port}/silent`, 200)).toBe("too_slow");
  });

  test("a body that nobody reads holds its connection no longer than the time limit", async () => {
    const closed = Promise.withResolvers<void>();
    const { port } = await serve((request, response) => {
      request.socket.on("close", () => closed.resolve());
      response.write("x");
    });
    const { fetchPublic } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    await fetchPublic(`http://127.0.0.1:${port}/`, { ...limits, timeoutMs: 200 });
    await closed.promise;
  });

  test("a caller who stops waiting gets the reason of the signal", async () => {
    const { port } = await serve((_request, response) => response.write("x"));
    const { fetchPublic } = fetcher({ allowed: [`127.0.0.1:${port}`] });
    const stop = new AbortController();
    const { body } = await fetchPublic(`http://127.0.0.1:${port}/`, limits, stop.signal);
    const read = text(body);
    stop.abort(new Error("The process stops."));
    await expect(read).rejects.toThrow("The process stops.");
  });
});

describe("answers", () => {
  test.each([404, 500, 204, 304])("an answer with status %i is no file", async (status) => {
    const { port } = await serve((_request, response) => response.writeHead(status).end());
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      `bad_status ${status}`,
    );
  });

  test("a compressed answer to a request that wants none is refused: its size says nothing", async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
    );
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      "unreadable",
    );
  });

  test("a file that breaks off is an error, not a short file", async () => {
    const { port } = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("x", () => request.socket.destroy());
    });
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      "unreachable",
    );
  });

  test("a host on which nothing listens is reported as unreachable", async () => {
    const { port } = await serve(() => {});
    open[0]?.close();
    expect(await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`)).toBe(
      "unreachable",
    );
  });

  test("a host of tests may be private and have a certificate that nobody signed; its other ports may not", async () => {
    const { port } = await serve((_request, response) => response.end("stock"), true);
    const { reasonOf } = fetcher({ allowed: [`FEED.example:${port}`] });
    expect(await reasonOf(`https://feed.example:${port}/`)).toBe("fetched");
    expect(await reasonOf(`https://feed.example:${port + 1}/`)).toBe("not_public");
    expect(await reasonOf(`https://other.example:${port}/`)).toBe("not_public");
  });

  test("cookies, credentials and referrers are sent to nobody", async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    const { port } = await serve((request, response) => {
      headers = request.headers;
      response.end();
    });
    await fetcher({ allowed: [`127.0.0.1:${port}`] }).reasonOf(`http://127.0.0.1:${port}/`);
    expect(Object.keys(headers).toSorted()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });
});
