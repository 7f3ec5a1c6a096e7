import { isDeepStrictEqual } from "node:util";
import type { Hono } from "hono";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  type CallOutput,
  type EndpointName,
  type Endpoints,
  endpoints,
  type Parsed,
} from "#contract/endpoints.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { AccountTurns } from "./account-turns.ts";
import { AppError } from "./app-error.ts";
import { refuseOtherSites } from "./cross-site.ts";
import { type Caller, callerOf } from "./limits.ts";
import { matched, parseBody, parseOptionalBody } from "./parse.ts";
import type { AppContext, AppEnv, Session } from "./session.ts";

type IfSignedIn<Name extends EndpointName, Known> = Endpoints[Name] extends
  | { access: "public" }
  | { credentials: "own" }
  | { monitoring: true }
  ? Known | null
  : Known;

/** A handler's argument: the call as parsed by the contract's schemas. */
export interface Call<Name extends EndpointName> {
  readonly c: AppContext;
  /** Null for a guest if the contract admits guests, and if the call reads the credentials itself. */
  readonly actor: IfSignedIn<Name, Actor>;
  readonly session: IfSignedIn<Name, Session>;
  readonly params: Parsed<Name, "params">;
  readonly query: Parsed<Name, "query">;
  /** Undefined if the handler receives it itself. */
  readonly body: Endpoints[Name] extends { pictures: readonly string[] } ? undefined : Parsed<Name, "body">;
}

/** An answer that is already JSON: a stored one that is sent again. */
export class Serialised<Value> {
  readonly json: string;
  /** For the compiler only. */
  declare readonly value: Value;
  constructor(json: string) {
    this.json = json;
  }
}

/** The resource already exists; answered with the contract's `statusIfPresent`. */
export class Present<Value> {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

type Result<Name extends EndpointName> =
  | (CallOutput<Name> extends undefined
      ? void
      : Endpoints[Name]["output"] extends "csv" | "jpeg" | "pdf"
        ? Response
        : DeepReadonly<CallOutput<Name>> | Serialised<CallOutput<Name>>)
  | (Endpoints[Name] extends { redirects: true } ? Response : never)
  | (Endpoints[Name] extends { statusIfPresent: 200 } ? Present<DeepReadonly<CallOutput<Name>>> : never);

interface Handling<OneCall, Answer> {
  handle(this: void, call: OneCall): Answer | Promise<Answer>;
}

/** An endpoint's handler, optionally with the limit that counts each call before its body is read. */
type RouteOf<OneCall, Answer> =
  | Handling<OneCall, Answer>["handle"]
  | (Handling<OneCall, Answer> & { readonly limit: { take(caller: Caller): Promise<void> } });

/** The handlers of some endpoints, by the contract's names: all of them, each once. */
export type Routes<Name extends EndpointName> = {
  readonly [Each in Name]: RouteOf<Call<Each>, Result<Each>>;
};

interface AnyCall {
  readonly c: AppContext;
  readonly actor: Actor | null;
  readonly session: Session | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface RouteRules {
  readonly publicUrl: string;
  /** Whether the account may act as an admin: throws totp_required if a required second factor is missing. */
  readonly requireTotp: (actor: Actor) => Promise<void>;
  /** Whether an Authorization header has the monitoring token. */
  readonly isMonitoring: (authorization: string | undefined) => boolean;
  /** Outside production: an answer that differs from the contract is an error. */
  readonly checkAnswers: boolean;
}

function parametersIn(name: string): number {
  return name.split("{").length - 1;
}

/** Mounts every endpoint of the contract. Paths without parameters come first: `/api/cars/my` is no car's id. */
export function mountRoutes(app: Hono<AppEnv>, routes: Routes<EndpointName>, rules: RouteRules): void {
  const byName: Readonly<Record<string, RouteOf<AnyCall, unknown>>> = routes;
  const turns = new AccountTurns();
  const table = Object.entries<Endpoint>(endpoints).toSorted(([a], [b]) => parametersIn(a) - parametersIn(b));
  for (const [name, endpoint] of table) {
    const route = byName[name];
    if (route === undefined) throw new Error(`${name} has no route`);
    const { limit, handle } = typeof route === "function" ? { handle: route } : route;
    const [method = "", path = ""] = name.split(" ");
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
      const session = await admit(c, endpoint, rules);
      const params = parseParams(c, endpoint);
      await limit?.take(callerOf(c));
      const query = endpoint.query && matched(endpoint.query, c.req.query());
      const body = await readBody(c, endpoint);
      const call = async () => handle({ c, session, actor: session?.actor ?? null, params, query, body });
      const result = await (session !== null && takesTurns(method, endpoint)
        ? turns.take(session.actor.id, call)
        : call());
      const response = respond(c, endpoint, result);
      if (rules.checkAnswers) await checkAnswer(name, endpoint, response);
      return response;
    });
  }
  // Only admins learn that something does not exist.
  app.all("/api/admin/*", async (c) => {
    await admit(c, { access: "admin" }, rules);
    throw new AppError("not_found");
  });
}

/**
 * Whether a call may wait for a lock. A photo alone takes minutes to arrive and locks nothing meanwhile; a
 * car's form, which locks the account once complete, is received within its turn.
 */
function takesTurns(method: string, { body }: Endpoint): boolean {
  return method !== "GET" && body !== "raw";
}

/** The caller's session, if the contract's `access` admits the caller. The first check of all. */
async function admit(
  c: AppContext,
  endpoint: Pick<Endpoint, "access" | "key" | "credentials" | "withoutTotp" | "monitoring">,
  rules: RouteRules,
): Promise<Session | null> {
  const scopes = c.get("session")?.scopes;
  if (scopes !== undefined && (endpoint.key === undefined || !scopes.includes(endpoint.key)))
    throw new AppError("scope_missing");
  if (endpoint.credentials === "own") {
    refuseOtherSites(c, rules.publicUrl);
    return null;
  }
  if (endpoint.monitoring === true && rules.isMonitoring(c.req.header("authorization"))) return null;
  const session = c.get("session");
  if (endpoint.access === "public") return session;
  if (session === null) throw new AppError("not_signed_in");
  if (endpoint.access === "admin") {
    if (!session.actor.isAdmin) throw new AppError("forbidden");
    if (endpoint.withoutTotp !== true) await rules.requireTotp(session.actor);
  }
  return session;
}

function parseParams(c: AppContext, { params, notFound }: Endpoint): unknown {
  const parsed = params?.safeParse(c.req.param());
  if (parsed?.success === false) throw new AppError(notFound ?? "not_found");
  return parsed?.data;
}

async function readBody(
  c: AppContext,
  { body, pictures, bodyMayBeMissing, maxJsonKeys }: Endpoint,
): Promise<unknown> {
  if (body === undefined || body === "raw" || pictures !== undefined) return undefined;
  return bodyMayBeMissing === true ? parseOptionalBody(c, body) : parseBody(c, body, maxJsonKeys);
}

function respond(c: AppContext, { status, statusIfPresent = 200 }: Endpoint, result: unknown): Response {
  if (result instanceof Response) return result;
  if (status === 204 || result === undefined) return c.body(null, status);
  const isPresent = result instanceof Present;
  const json = result instanceof Serialised ? result.json : JSON.stringify(isPresent ? result.value : result);
  return c.body(json, isPresent ? statusIfPresent : status, { "Content-Type": "application/json" });
}

/** Throws for an answer with a missing or an additional key. */
async function checkAnswer(name: string, { output }: Endpoint, response: Response): Promise<void> {
  if (typeof output === "string" || output.type === "undefined") return;
  const sent: unknown = await response.clone().json();
  const parsed = output.safeParse(sent);
  if (!parsed.success) throw new Error(`${name} answers against the contract`, { cause: parsed.error });
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${name} answers more than the contract says`);
}
