import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, type ClientHttp2Session } from "node:http2";
import { Agent, request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { newDealerKey } from "#contract/dealer-keys.ts";
import { uploadedPhoto } from "#contract/photos.ts";
import { keyScopes } from "#domain/dealers/dealer-keys.ts";
import { openApiDocument } from "#server/http/api-docs/openapi.ts";
import { limitFigures } from "#server/http/limit-figures.ts";
import { freePort } from "#testing/free-port.ts";
import {
  expectedClientOutput,
  makeProgramFolder,
  expectedStockOutput,
  writeStock,
} from "#testing/docs-programs.ts";
import { noise } from "#testing/pictures.ts";
import { type CaddyServer, prepareCaddy } from "./caddy-server.ts";

// The built product behind Debian's Caddy with deploy/Caddyfile, as scripts/install.sh installs it, with its
// own database. `npm run chaos -- rolling` tests several copies behind a proxy.

const admin = { email: "admin@example.com", password: "fjalëkalim-i-gjatë" };
let folder: string;
let caddy: CaddyServer;
let site: { start(): Promise<void>; stop(): Promise<void> };

/** The product on one port; it can be stopped and started again. */
function prepareSite(port: number, env: Readonly<Record<string, string>>): typeof site {
  let child: ChildProcess | null = null;
  return {
    start: async () => {
      const running = spawn(process.execPath, ["src/main.ts"], {
        env: {
          ...process.env,
          NODE_ENV: "production",
          // As `npm start` and the systemd unit set it: a second start is much faster.
          NODE_COMPILE_CACHE: join(folder, "compile-cache"),
          PORT: String(port),
          DEMO: "0",
          ...env,
        },
        stdio: ["ignore", "ignore", "inherit"],
      });
      child = running;
      const deadline = Date.now() + 60_000;
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        if (running.exitCode !== null || Date.now() > deadline) throw new Error("the site did not start");
        await sleep(20);
      }
    },
    stop: async () => {
      if (child === null || child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      expect(child.exitCode).toBe(0);
    },
  };
}

beforeAll(async () => {
  if (!existsSync("build")) throw new Error("Build the pages first: npm run build");
  folder = await mkdtemp(join(tmpdir(), "vetura-caddy-"));
  // If root starts it, the database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const port = await freePort();
  caddy = await prepareCaddy(join(folder, "caddy"), `127.0.0.1:${port}`);
  site = prepareSite(port, {
    PUBLIC_URL: caddy.url,
    TRUSTED_PROXIES: "127.0.0.1",
    DATA_DIR: join(folder, "site"),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await Promise.all([caddy.start(), site.start()]);
}, 120_000);

afterAll(async () => {
  await site.stop();
  await caddy.stop("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** The visitor's address, in this machine's loopback range. */
  readonly from?: string;
  readonly agent?: Agent;
  /**
   * Called on "100 Continue", which needs the header `expect: 100-continue`: the site begins to read the
   * body.
   */
  readonly onContinue?: () => void;
}

/** One request over HTTP/1.1. Rejects if the answer is incomplete. */
async function ask(
  path: string,
  { method = "GET", headers = {}, body, from, agent, onContinue = () => {} }: Ask = {},
): Promise<Answer> {
  const asked = secureRequest(`${caddy.url}${path}`, {
    method,
    headers,
    ca: caddy.authority,
    family: 4,
    ...(from === undefined ? {} : { localAddress: from }),
    ...(agent === undefined ? {} : { agent }),
  });
  const answered = once(asked, "response");
  asked.on("continue", onContinue);
  // `answered` rejects if the connection breaks before the answer; a break while sending the rest is fine.
  asked.on("error", () => {});
  // The answer, and the connection's end, may come before the whole body was sent.
  const sending = (async () => {
    if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return asked.end(body);
    for await (const part of body) {
      if (asked.destroyed) return;
      asked.write(part);
    }
    asked.end();
  })();
  sending.catch((error: unknown) => asked.destroy(error instanceof Error ? error : undefined));
  const [answer] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

async function post(path: string, json: unknown, more: Ask = {}): Promise<Answer> {
  const headers = { "content-type": "application/json", ...more.headers };
  return ask(path, { ...more, method: "POST", headers, body: JSON.stringify(json) });
}

const withToken = z.object({ token: z.string() });

async function register(name: string): Promise<{ email: string; password: string; token: string }> {
  const person = {
    firstName: "Arta",
    lastName: "Krasniqi",
    email: `${name}@example.com`,
    password: "fjalëkalim-1",
  };
  const { status, body } = await post("/api/register", person);
  expect(status).toBe(201);
  return { ...person, token: withToken.parse(JSON.parse(body)).token };
}

const smallPhoto = () => noise(64, 48).jpeg().toBuffer();

const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

interface Upload {
  readonly answer: Promise<Answer>;
  /** Sends the second half. */
  finish(): void;
}

/** Sends half of a photo. Resolves when the site has begun to read it. */
async function beginUpload(token: string, photo: Uint8Array): Promise<Upload> {
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const middle = Math.ceil(photo.length / 2);
  async function* inTwoParts(): AsyncGenerator<Uint8Array> {
    yield photo.subarray(0, middle);
    await finished.promise;
    yield photo.subarray(middle);
  }
  const answer = ask("/api/photos", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "image/jpeg",
      "content-length": String(photo.length),
      expect: "100-continue",
    },
    body: inTwoParts(),
    onContinue: begun.resolve,
  });
  answer.catch(begun.reject);
  await begun.promise;
  return { answer, finish: finished.resolve };
}

test("visitors get HTTPS with HTTP/2 and HSTS, and HTTP redirects to HTTPS", async () => {
  const session: ClientHttp2Session = connect(caddy.url, { ca: caddy.authority });
  try {
    const stream = session.request({ ":path": "/", "accept-encoding": "br" });
    const [headers] = await once(stream, "response");
    stream.resume();
    expect(session.alpnProtocol).toBe("h2");
    expect(headers[":status"]).toBe(200);
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    // HTTP/3 is offered, and the site's own compression comes through.
    expect(headers["alt-svc"]).toContain("h3=");
    expect(headers["content-encoding"]).toBe("br");
  } finally {
    session.destroy();
  }
  const plain = await fetch(`${caddy.httpUrl}/search?brand=Audi`, { redirect: "manual" });
  expect(plain.status).toBe(308);
  expect(plain.headers.get("location")).toMatch(/^https:\/\/localhost.*\/search\?brand=Audi$/);
});

test("built files may be cached for a year, a missing one may not", async () => {
  const asset = (await readdir("build/client/assets")).find((name) => name.endsWith(".js")) ?? "";
  const file = await ask(`/assets/${asset}`);
  expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const missing = await ask("/assets/missing-12345678.js");
  expect(missing.status).toBe(404);
  expect(missing.headers["cache-control"]).not.toContain("max-age=3");
});

test("the session cookie is sent over HTTPS only", async () => {
  const { email, password } = await register("hyrja");
  const { status, headers } = await post("/api/login", { email, password });
  expect(status).toBe(200);
  const [cookie = ""] = (headers["set-cookie"] ?? []) as string[];
  expect(cookie).toMatch(/^__Host-vetura_session=[\w-]+;.*; HttpOnly; Secure; SameSite=Lax$/);
  const me = await ask("/api/me", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(JSON.parse(me.body)).toMatchObject({ email });
});

test("a photo of 12 MB is accepted, a body of more than 45 MB is refused", async () => {
  const { token } = await register("fotografia");
  const headers = { authorization: `Bearer ${token}`, "content-type": "image/jpeg" };
  const photo = await noise(4100, 3100).jpeg({ quality: 98 }).toBuffer();
  expect(photo.length).toBeGreaterThan(12e6);
  expect(photo.length).toBeLessThan(20e6);
  const { status, body } = await ask("/api/photos", { method: "POST", headers, body: photo });
  expect(status).toBe(201);
  const picture = await ask(uploadedPhoto.parse(JSON.parse(body)).url);
  expect(picture.status).toBe(200);
  expect(picture.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const tooLarge = await ask("/api/photos", { method: "POST", headers, body: new Uint8Array(46e6) });
  expect(tooLarge.status).toBe(413);
}, 120_000);

const forgot = (n: number, from: string) =>
  post(
    "/api/password/forgot",
    { email: `askush-${n}@example.com` },
    { from, headers: { "x-forwarded-for": `198.51.100.${n % 250}`, "x-real-ip": "198.51.100.1" } },
  );

const [{ times: maxForgotten }] = limitFigures.passwordForgot.address;

test("rate limits use the visitor's real address and ignore a forged X-Forwarded-For", async () => {
  const statuses = new Map<number, number>();
  for (let n = 0; n < maxForgotten + 1; n += 1) {
    const { status } = await forgot(n, "127.0.0.2");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses).toEqual(
    new Map([
      [204, maxForgotten],
      [429, 1],
    ]),
  );
  expect((await forgot(0, "127.0.0.3")).status).toBe(204);
}, 60_000);

test("no request fails while the site restarts behind Caddy", async () => {
  const { token } = await register("rinovimi");
  const photo = await smallPhoto();
  const ended = new AbortController();
  const failures: string[] = [];
  let asked = 0;
  const agent = new Agent({ keepAlive: true, ca: caddy.authority });
  const expecting = async (status: number, asking: Promise<Answer>): Promise<void> => {
    asked += 1;
    const began = Date.now();
    const answer = await asking.catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (answer.status !== status)
      failures.push(`${answer.status} after ${Date.now() - began} ms: ${answer.body.slice(0, 200)}`);
  };
  const headers = { authorization: `Bearer ${token}` };
  // One visitor per kind of request, so that each kind is waiting while the site is down.
  const kinds: readonly (() => Promise<void>)[] = [
    () => expecting(200, ask("/search?brand=Audi", { agent })),
    () => expecting(200, ask("/api/me", { agent, headers })),
    () => expecting(200, post("/api/refresh-token", {}, { agent, headers })),
    () =>
      expecting(
        201,
        ask("/api/photos", {
          agent,
          method: "POST",
          headers: { ...headers, "content-type": "image/jpeg" },
          body: photo,
        }),
      ),
  ];
  const visiting = Promise.all(
    kinds.map(async (visit) => {
      while (!ended.signal.aborted) {
        await visit();
        await sleep(20);
      }
    }),
  );
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(12);
  await site.stop();
  await site.start();
  const before = asked;
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(before + 12);
  ended.abort();
  await visiting;
  agent.destroy();
  expect(failures, caddy.log()).toEqual([]);
}, 180_000);

const stored = async () => (await readdir(join(folder, "site/photos"), { recursive: true })).length;

test("an upload survives a reload of Caddy; if Caddy is killed, it fails and leaves nothing", async () => {
  const { token } = await register("ngarkimi");
  const photo = await smallPhoto();

  const surviving = await beginUpload(token, photo);
  await caddy.reload();
  surviving.finish();
  expect((await surviving.answer).status).toBe(201);

  const before = await stored();
  const cutOff = await beginUpload(token, photo);
  await caddy.stop("SIGKILL");
  onTestFinished(() => caddy.start());
  cutOff.finish();
  await expect(cutOff.answer).rejects.toThrow(/ECONNRESET|EPIPE|socket hang up/);
  await caddy.start();
  expect(await stored()).toBe(before);
  const again = await beginUpload(token, photo);
  again.finish();
  expect((await again.answer).status).toBe(201);
}, 60_000);

test("a stopping Caddy lets an upload in progress finish", async () => {
  const { token } = await register("ndalja");
  const surviving = await beginUpload(token, await smallPhoto());
  const stopped = caddy.stop("SIGTERM");
  onTestFinished(() => caddy.start());
  // It accepts no new connections; the existing one continues.
  await expect
    .poll(() =>
      ask("/healthz").then(
        () => "taken",
        () => "refused",
      ),
    )
    .toBe("refused");
  surviving.finish();
  expect((await surviving.answer).status).toBe(201);
  await stopped;
}, 60_000);

test("the programs of docs/programs.md work over HTTPS as in their own tests", async () => {
  const { email, password } = admin;
  const signedIn = await post("/api/login", { email, password });
  const { token } = withToken.parse(JSON.parse(signedIn.body));
  const dealer = await register("autosalloni");
  const { id } = z
    .object({ id: z.string() })
    .parse(JSON.parse((await ask("/api/me", by(dealer.token))).body));
  const made = await ask(`/api/admin/users/${id}`, {
    method: "PUT",
    headers: { ...by(token).headers, "content-type": "application/json" },
    body: JSON.stringify({ isDealer: true, phone: "+38344123456" }),
  });
  expect(made.status, made.body).toBe(200);
  const keyBody = { name: "Programi", scopes: keyScopes };
  const { key } = newDealerKey.parse(
    JSON.parse((await post("/api/dealer/keys", keyBody, by(dealer.token))).body),
  );

  const programs = await makeProgramFolder();
  onTestFinished(() => programs.remove());
  const env = { VETURA_URL: caddy.url, VETURA_KEY: key, NODE_EXTRA_CA_CERTS: caddy.authorityFile };
  const said = await programs.run(await programs.write("dealer.mjs"), [await writeStock(programs)], env);
  expect(said.trim().split("\n")).toEqual(expectedStockOutput.map((line) => expect.stringMatching(line)));

  // The types were checked against the document in src/server/programs.integration.test.ts; this one is
  // equal.
  const { body } = await ask("/api/openapi.json");
  const site = { name: "Vetura", publicUrl: caddy.url, secure: true };
  expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(openApiDocument(site))));
  const PHOTO = join(programs.path, "golf.jpg");
  await writeFile(PHOTO, await smallPhoto());
  const seller = await register("shitesja");
  const more = { ...env, EMAIL: seller.email, PASSWORD: seller.password, PHOTO };
  expect(JSON.parse(await programs.run(await programs.write("client.ts"), [], more))).toEqual(
    expectedClientOutput,
  );
}, 120_000);

test("npm run doctor accepts the address behind the proxy, with its certificate", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/doctor.ts"], {
    env: {
      ...process.env,
      // As if not started by npm: programs are named as scripts/install.sh has them.
      npm_lifecycle_event: undefined,
      NODE_ENV: "production",
      PUBLIC_URL: caddy.url,
      TRUSTED_PROXIES: "127.0.0.1",
      DATA_DIR: join(folder, "site"),
      NODE_EXTRA_CA_CERTS: caddy.authorityFile,
    },
  }).catch((error: unknown) => z.object({ stdout: z.string(), code: z.literal(1) }).parse(error));
  expect(stdout).toMatch(/^✗ Backups .* → vetura backup makes one/m);
  expect(stdout).toMatch(/^✗ Mail +SMTP_URL is not set/m);
  expect(stdout).toMatch(/^To do: \d, marked ✗\.$/m);
  expect(stdout).toMatch(
    /^✓ PUBLIC_URL +https:\/\/localhost:\d+ is ready, certificate until \d{4}-\d\d-\d\d\.$/m,
  );
  expect(stdout).toMatch(/^✓ Configuration/m);
  expect(stdout).toMatch(/^✓ Photo store/m);
}, 60_000);
