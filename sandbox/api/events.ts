import { z } from "zod";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, flag, page, read, text } from "#sandbox/http/params.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Event } from "#sandbox/store/kinds.ts";
import { listAnswer } from "./lists.ts";

export const eventRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/events",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          ...page,
          type: text(100).optional(),
          types: z.array(text(100)).max(20).optional(),
          delivery_success: flag.optional(),
        }),
        form,
      );
      if (params.type !== undefined && params.types !== undefined) {
        throw invalid("You may only specify one of these parameters: type, types.", "types");
      }
      const wanted = params.types ?? (params.type === undefined ? undefined : [params.type]);
      return listAnswer(sandbox, "event", "/v1/events", params, {}, (event) => {
        if (wanted !== undefined && !wanted.some((pattern) => fits(pattern, event.type))) return false;
        if (params.delivery_success === undefined) return true;
        return sandbox.store.deliveries.succeeded(event.id) === params.delivery_success;
      });
    },
  },
  {
    method: "GET",
    path: "/v1/events/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return present(sandbox, sandbox.store.get("event", id));
    },
  },
];

/** True if a type matches the pattern; `invoice.*` matches all of an invoice's. */
function fits(pattern: string, type: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

function present(sandbox: Sandbox, event: Event): Event {
  return { ...event, pending_webhooks: sandbox.store.deliveries.pending(event.id) };
}
