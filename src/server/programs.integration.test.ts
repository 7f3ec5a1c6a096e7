import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDealerKey } from "#contract/dealer-keys.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { freePort } from "#testing/free-port.ts";
import { stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";
import { createApp } from "./app.ts";
import { type HttpServer, startHttpServer } from "./http/http-server.ts";

// docs/programs.md is true: its programs are taken from the page and run in processes of their own, over the network.

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const node = process.execPath;

let app: TestApp;
let server: HttpServer;
let url: string;
let folder: string;
let dealer: TestUser;
let key: string;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "on" } });
  await app.services.start();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const api = createApp(app.services);
  server = await startHttpServer(
    { host: "127.0.0.1", port, trustedProxies: [], rateLimits: true },
    watchedLog,
    async (request, bindings) => api.fetch(request, bindings),
  );
  folder = await mkdtemp(join(tmpdir(), "vetura-programs-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  dealer = await app.registerUser({
    dealerUntil: new Date(Date.now() + 3_600_000),
    businessName: "Auto Arta",
    phone: "+38344123456",
  });
  const body = { name: "Programi", scopes: ["stock", "statistics"] };
  key = newDealerKey.parse((await app.call("POST /api/dealer/keys", { as: dealer, body })).body).key;
});
afterAll(async () => {
  await server.close(5_000);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program of the page, written to a file. */
async function programOf(name: string): Promise<string> {
  const page = await readFile(join(root, "docs/programs.md"), "utf8");
  const code = page.split("```").find((block) => block.includes(`// ${name}\n`));
  if (code === undefined) throw new Error(`The page has no ${name}.`);
  const file = join(folder, name);
  await writeFile(file, code.slice(code.indexOf("\n") + 1));
  return file;
}

test("the page's dealer's program sends a stock, corrects a row, applies it and reads the statistics", async () => {
  const rows = [
    stockRow({ referenca: "A-1", fotot: "a.jpg" }),
    stockRow({ referenca: "A-2", fotot: "b.jpg", cmimi: "" }),
  ];
  const stock = join(folder, "stoku.zip");
  const files = {
    "stoku.csv": stockCsv(rows),
    "a.jpg": await stockPicture(1),
    "b.jpg": await stockPicture(2),
  };
  await writeFile(stock, await zipOf(files));
  const program = await programOf("dealer.mjs");
  const env = { VETURA_URL: url, VETURA_KEY: key };
  const { stdout } = await run(node, [program, stock], { env, timeout: 60_000 });
  expect(stdout.trim().split("\n")).toEqual([
    '2 rows: {"create":1,"update":0,"unchanged":0,"archive":0,"faulty":1}',
    expect.stringMatching(/^Row 3, cmimi: /),
    "applied",
    "2 cars on sale, 0 views and 0 leads in 30 days",
  ]);
  const length = (await readFile(program, "utf8")).trim().split("\n").length;
  expect(length).toBeLessThanOrEqual(50);

  await expect(
    run(node, [program, stock], { env: { ...env, VETURA_KEY: `${key.slice(0, -1)}_` } }),
  ).rejects.toThrow(/POST \/imports: not_signed_in/);
});

test(
  "a client generated from the document type-checks and does what a buyer, a seller and a dealer's program do",
  { timeout: 240_000 },
  async () => {
    const hook = join(root, "testing/typescript-5-process.ts");
    const generator = join(root, "node_modules/openapi-typescript/bin/cli.js");
    const types = join(folder, "vetura.d.ts");
    const document = `${url}/api/openapi.json`;
    await run(node, ["--import", hook, generator, document, "-o", types], { timeout: 120_000 });
    const program = await programOf("client.ts");
    const compilerOptions = {
      target: "ES2024",
      lib: ["ES2024", "DOM"],
      module: "NodeNext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      types: ["node"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const check = () => run(node, [compiler, "-p", folder], { timeout: 120_000 });
    await check();

    const photo = join(folder, "golf.jpg");
    await writeFile(photo, await stockPicture(3));
    const account = { email: "arta@example.com", password: "fjalëkalim-i-gjatë-7" };
    const register = { ...account, firstName: "Arta", lastName: "Gashi", phone: "" };
    expect((await app.call("POST /api/register", { body: register })).status).toBe(201);
    const { stdout } = await run(node, [program], {
      env: {
        VETURA_URL: url,
        VETURA_KEY: key,
        EMAIL: account.email,
        PASSWORD: account.password,
        PHOTO: photo,
      },
      timeout: 60_000,
    });
    expect(JSON.parse(stdout)).toEqual({
      published: true,
      price: 9500,
      stale: "version_mismatch",
      found: [true],
      total: "1",
      phone: "+38344123456",
      gone: "contact_unavailable",
      stock: 2,
      active: 2,
      closed: "scope_missing",
    });

    // The types are no `any`: what the contract does not have does not compile.
    const text = await readFile(program, "utf8");
    await writeFile(program, text.replace('fuel: "Diesel"', 'fuel: "Coal"'));
    await expect(check()).rejects.toThrow();
  },
);

test("the document is made once and cached: a thousand readers who have it get 304 without a body", async () => {
  const first = await fetch(`${url}/api/openapi.json`);
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
  const bytes = await first.text();
  expect(JSON.parse(bytes)).toMatchObject({ openapi: "3.1.0", info: { title: "Vetura API" } });
  expect(await (await fetch(`${url}/api/docs/openapi.json`)).text()).toBe(bytes);
  const answers: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const some = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${url}/api/openapi.json`, { headers: { "if-none-match": etag } }),
      ),
    );
    for (const answer of some) answers.push(`${answer.status} ${(await answer.text()).length}`);
  }
  expect(new Set(answers)).toEqual(new Set(["304 0"]));
  const page = await fetch(`${url}/api/docs`);
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await page.text()).toContain("POST /api/dealer/imports");
});
