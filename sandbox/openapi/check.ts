// npm run check:stripe -- PATH: uses every operation of the sandbox through Stripe's library and validates
// each request, answer and event against Stripe's OpenAPI document at PATH.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { routes } from "#sandbox/api/routes.ts";
import { decodeForm } from "#sandbox/http/form.ts";
import { startSandbox } from "#sandbox/start.ts";
import { StripeDocument } from "./document.ts";
import { callEveryOperation } from "./scenario.ts";

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write("Say where Stripe's OpenAPI document is: npm run check:stripe -- PATH\n");
  process.exit(2);
}

const document = new StripeDocument(JSON.parse(readFileSync(file, "utf8")));
const problems = new Map<string, Set<string>>();
const used = new Map<string, number>();
const unknown = new Set<string>();

const dataDir = mkdtempSync(join(tmpdir(), "sandbox-check-"));
const sandbox = await startSandbox({ dataDir });
try {
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe(sandbox.secretKey, {
    protocol: "http",
    host: hostname,
    port: Number(port),
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(watched),
  });
  await callEveryOperation(stripe, sandbox);
  for await (const event of stripe.events.list({ limit: 100 })) {
    note(`event ${event.type}`, document.eventProblems(JSON.parse(JSON.stringify(event))));
  }
} finally {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
}
report();

/** `fetch` that validates each request and answer against the document. */
async function watched(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? "GET";
  const answer = await fetch(input, init);
  const path = document.pathOf(method, url.pathname);
  if (path === undefined) {
    unknown.add(`${method} ${url.pathname}`);
    return answer;
  }
  const sent = method === "POST" && typeof init?.body === "string" ? init.body : url.search.slice(1);
  const name = `${method} ${path}`;
  if (answer.ok) note(name, document.requestProblems(method, path, decodeForm(sent)), "request");
  const body: unknown = await answer.clone().json();
  note(name, document.answerProblems(method, path, answer.status, body), `answer ${answer.status}`);
  return answer;
}

function note(name: string, found: readonly string[], part = ""): void {
  used.set(name, (used.get(name) ?? 0) + 1);
  const known = problems.get(name) ?? new Set<string>();
  for (const problem of found) known.add(`${part} ${problem}`.trim());
  if (known.size > 0) problems.set(name, known);
}

function report(): void {
  const notUsed = routes
    .map(({ method, path }) => [method, document.pathOf(method, path.replaceAll("{id}", "x"))] as const)
    .filter(([method, path]) => path !== undefined && !used.has(`${method} ${path}`))
    .map(([method, path]) => `${method} ${path}`);
  for (const [name, count] of [...used].toSorted(([a], [b]) => a.localeCompare(b))) {
    const wrong = problems.get(name);
    process.stdout.write(`${wrong === undefined ? "ok   " : "WRONG"} ${name} (${count})\n`);
    for (const problem of wrong ?? []) process.stdout.write(`        ${problem}\n`);
  }
  for (const name of unknown) process.stdout.write(`?     ${name}: not in the document\n`);
  for (const name of notUsed) process.stdout.write(`WRONG ${name}: the check never uses it\n`);
  process.stdout.write(`\n${used.size} operations and events, ${problems.size} with mismatches\n`);
  if (problems.size > 0 || notUsed.length > 0) process.exitCode = 1;
}
