import type { IncomingMessage } from "node:http";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import type { ShownCars } from "#server/http/page-answer.ts";
import type { AppContext, AppEnv } from "#server/http/session.ts";
import type { Recorder, StatVisitor } from "./recorder.ts";

const maxAgentLength = 400;

/** Reports to the recorder what answers show and what visitors do. */
export interface Shown {
  /** A list with these cars was answered. */
  list(c: AppContext, cars: readonly string[]): void;
  /** A car was answered. */
  car(c: AppContext, id: string): void;
  /** Something that only a car's page shows was answered. */
  besideCar(c: AppContext, id: string): void;
  /** The visitor's own action. */
  done(c: AppContext, kind: StatKind, id: string): void;
  /** A page with these cars was sent, from the page cache or not. */
  page(request: IncomingMessage, shown: readonly ShownCars[]): void;
}

/** The request is from our own pages' scripts: it may read a car for favourites, a comparison or a form. */
function isOwnScript(c: AppContext): boolean {
  return c.req.header("sec-fetch-site") === "same-origin";
}

function header(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A prefetch: nobody has opened the page yet. */
function isPrefetch(purpose: string): boolean {
  return purpose.includes("prefetch");
}

function visitorOf(c: AppContext): StatVisitor {
  return {
    address: c.get("address"),
    userAgent: (c.req.header("user-agent") ?? "").slice(0, maxAgentLength),
    accountId: c.get("session")?.actor.id ?? null,
    cookieHash: null,
  };
}

/** Undefined unless a page is being rendered. */
function pageOf(c: AppContext): AppEnv["Bindings"]["onShown"] {
  // c.env is missing if the app is called in-process without one.
  const bindings: AppEnv["Bindings"] | undefined = c.env;
  return bindings?.onShown;
}

export function createShown({
  recorder,
  sessionHash,
  readAddress,
}: {
  readonly recorder: Recorder;
  /** The hash of the session's secret in a Cookie header. */
  readonly sessionHash: (cookies: string | undefined) => Buffer | null;
  readonly readAddress: (connection: string | undefined, forwardedFor: string | undefined) => string;
}): Shown {
  function note(c: AppContext, kind: StatKind, cars: readonly string[]): void {
    if (c.req.method === "HEAD" || isPrefetch(c.req.header("sec-purpose") ?? "")) return;
    recorder.record(visitorOf(c), kind, cars);
  }

  return {
    list: (c, cars) => {
      const onShown = pageOf(c);
      if (onShown === undefined) note(c, "impression", cars);
      else onShown({ kind: "impression", cars });
    },
    car: (c, id) => {
      const onShown = pageOf(c);
      if (onShown !== undefined) onShown({ kind: "view", cars: [id] });
      else if (!isOwnScript(c)) note(c, "view", [id]);
    },
    besideCar: (c, id) => {
      // A page made in the browser shows a car from its list, and only requests the similar cars.
      if (pageOf(c) === undefined && isOwnScript(c)) note(c, "view", [id]);
    },
    done: (c, kind, id) => recorder.record(visitorOf(c), kind, [id]),

    page: (request, shown) => {
      const { headers } = request;
      if (shown.length === 0 || isPrefetch(header(headers["sec-purpose"]))) return;
      const visitor = {
        address: readAddress(request.socket.remoteAddress, header(headers["x-forwarded-for"])),
        userAgent: header(headers["user-agent"]).slice(0, maxAgentLength),
        accountId: null,
        cookieHash: sessionHash(headers.cookie),
      };
      for (const { kind, cars } of shown) recorder.record(visitor, kind, cars);
    },
  };
}
