import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDealerKey } from "#contract/dealer-keys.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { freePort } from "#testing/free-port.ts";
import {
  expectedClientOutput,
  makeProgramFolder,
  type ProgramFolder,
  root,
  expectedStockOutput,
  writeStock,
} from "#testing/docs-programs.ts";
import { stockPicture } from "#testing/stock-files.ts";
import { createApp } from "./app.ts";
import { type HttpServer, startHttpServer } from "./http/http-server.ts";

// docs/programs.md is true: its programs are taken from the page and run in processes of their own, over the network.

const run = promisify(execFile);
const node = process.execPath;

let app: TestApp;
let server: HttpServer;
let url: string;
let folder: ProgramFolder;
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
  folder = await makeProgramFolder();
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
  await folder.remove();
});

test("the page's dealer's program sends a stock, corrects a row, applies it and reads the statistics", async () => {
  const stock = await writeStock(folder);
  const program = await folder.write("dealer.mjs");
  const env = { VETURA_URL: url, VETURA_KEY: key };
  const said = (await folder.run(program, [stock], env)).trim().split("\n");
  expect(said).toEqual(expectedStockOutput.map((line) => expect.stringMatching(line)));
  const length = (await readFile(program, "utf8")).trim().split("\n").length;
  expect(length).toBeLessThanOrEqual(50);

  const wrong = { ...env, VETURA_KEY: `${key.slice(0, -1)}_` };
  await expect(folder.run(program, [stock], wrong)).rejects.toThrow(/POST \/imports: not_signed_in/);
});

test(
  "a client generated from the document type-checks and does what a buyer, a seller and a dealer's program do",
  { timeout: 240_000 },
  async () => {
    const hook = join(root, "testing/typescript-5-process.ts");
    const generator = join(root, "node_modules/openapi-typescript/bin/cli.js");
    const types = join(folder.path, "vetura.d.ts");
    const document = `${url}/api/openapi.json`;
    await run(node, ["--import", hook, generator, document, "-o", types], { timeout: 120_000 });
    const program = await folder.write("client.ts");
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
    await writeFile(
      join(folder.path, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["client.ts"] }),
    );
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const check = () => run(node, [compiler, "-p", folder.path], { timeout: 120_000 });
    await check();

    const photo = join(folder.path, "golf.jpg");
    await writeFile(photo, await stockPicture(3));
    const account = { email: "arta@example.com", password: "fjalëkalim-i-gjatë-7" };
    const register = { ...account, firstName: "Arta", lastName: "Gashi", phone: "" };
    expect((await app.call("POST /api/register", { body: register })).status).toBe(201);
    const { email: EMAIL, password: PASSWORD } = account;
    const env = { VETURA_URL: url, VETURA_KEY: key, EMAIL, PASSWORD, PHOTO: photo };
    expect(JSON.parse(await folder.run(program, [], env))).toEqual(expectedClientOutput);

    // The types are no `any`: what the contract does not have does not compile.
    const text = await readFile(program, "utf8");
    await writeFile(program, text.replace('fuel: "Diesel"', 'fuel: "Coal"'));
    await expect(check()).rejects.toThrow();
  },
);

test(
  "the document is made once and cached: of a thousand readers each gets the same, and 304 without a body who has it",
  { timeout: 120_000 },
  async () => {
    const first = await fetch(`${url}/api/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
    const bytes = await first.text();
    expect(JSON.parse(bytes)).toMatchObject({ openapi: "3.1.0", info: { title: "Vetura API" } });
    expect(await (await fetch(`${url}/api/docs/openapi.json`)).text()).toBe(bytes);
    const answers = new Map<string, number>();
    for (let round = 0; round < 20; round += 1) {
      const some = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          fetch(`${url}/api/openapi.json`, { headers: at % 2 === 0 ? { "if-none-match": etag } : {} }),
        ),
      );
      for (const answer of some) {
        const told = `${answer.status} ${answer.headers.get("etag")} ${(await answer.text()).length}`;
        answers.set(told, (answers.get(told) ?? 0) + 1);
      }
    }
    expect(answers).toEqual(
      new Map([
        [`304 ${etag} 0`, 500],
        [`200 ${etag} ${bytes.length}`, 500],
      ]),
    );
    const page = await fetch(`${url}/api/docs`);
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await page.text()).toContain("POST /api/dealer/imports");
  },
);
