import type { IncomingMessage } from "node:http";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import type { ShownCars } from "#server/http/page-answer.ts";
import type { AppContext, AppEnv } from "#server/http/session.ts";
import type { Recorder, StatVisitor } from "./recorder.ts";

const maxAgentLength = 400;

/** What answers show of cars, and what visitors do, told to the recorder. */
export interface Shown {
  /** A list with these cars is answered. */
  list(c: AppContext, cars: readonly string[]): void;
  /** A car is answered. */
  car(c: AppContext, id: string): void;
  /** What only a car's page shows is answered. */
  besideCar(c: AppContext, id: string): void;
  /** The visitor has asked for this. */
  done(c: AppContext, kind: StatKind, id: string): void;
  /** A page goes out that shows these cars, from the page cache or not. */
  page(request: IncomingMessage, shown: readonly ShownCars[]): void;
}

/** A script of our own pages asks. What it reads of a car it may read for favourites, a comparison or a form. */
function isOwnScript(c: AppContext): boolean {
  return c.req.header("sec-fetch-site") === "same-origin";
}

function header(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A browser that fetches what may be opened next, for a person who has not opened it. */
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

/** Undefined where no page is being rendered. */
function pageOf(c: AppContext): AppEnv["Bindings"]["onShown"] {
  // c.env is absent where the app is called in-process without one.
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
      // A page that the browser makes shows a car from a list that it has; it asks for the car's similar ones alone.
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
