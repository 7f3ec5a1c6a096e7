import { createMiddleware } from "hono/factory";
import type { Logger } from "#server/log.ts";
import type { AppEnv } from "./session.ts";

/** The first part of an address names what was asked for; queries hold words, tokens and phones, and stay out. */
const longestPath = 200;

/** One line a request. No queries, no headers, no bodies: nothing secret or personal gets into the log. */
export function requestLog(log: Logger) {
  return createMiddleware<AppEnv>(async (c, next) => {
    // A page's own call, in-process: the page's line stands for it.
    const bindings: AppEnv["Bindings"] | undefined = c.env;
    if (bindings !== undefined && "remoteAddress" in bindings) {
      await next();
      return;
    }
    const start = performance.now();
    await next();
    log.info("request", {
      id: c.get("requestId"),
      method: c.req.method,
      path: c.req.path.slice(0, longestPath),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      account: c.get("session")?.actor.id,
    });
  });
}
