import { createMiddleware } from "hono/factory";
import { notesOf } from "./request-notes.ts";
import type { AppEnv } from "./session.ts";

/** Notes whose request it is, for the line that the server writes of it. A page's own call, in-process, has none. */
export function noteAccount() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const account = c.get("session")?.actor.id;
    const bindings: AppEnv["Bindings"] | undefined = c.env;
    const notes = notesOf(bindings?.incoming);
    if (notes !== null && account !== undefined) notes.account = account;
  });
}
