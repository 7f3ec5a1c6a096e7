import { z } from "zod";
import type { Control } from "./control.ts";
import type { Answer, Incoming } from "./answer.ts";

// The control API uses JSON, unlike Stripe's, so that the two are not confused.
const commands = {
  clock: z.union([
    z.strictObject({ advance: z.int().min(0).max(1_000_000_000) }),
    z.strictObject({ now: z.int().min(0).max(10_000_000_000) }),
  ]),
  fault: z.strictObject({
    path: z.string().max(200).optional(),
    method: z.enum(["GET", "POST", "DELETE"]).optional(),
    kind: z.enum(["error", "rate_limit", "hang", "reset", "lose_answer"]),
    times: z.int().min(1).max(1000).default(1),
  }),
  dispute: z.union([
    z.strictObject({
      payment_intent: z.string().max(255),
      amount: z.int().min(1).optional(),
      reason: z.string().max(100).optional(),
      inquiry: z.boolean().optional(),
    }),
    z.strictObject({
      dispute: z.string().max(255),
      outcome: z.enum(["won", "lost", "warning_closed", "under_review"]),
    }),
  ]),
  payment: z.strictObject({
    session: z.string().max(255),
    at: z.int().min(0).max(10_000_000_000),
    name: z.string().trim().min(1).max(255),
  }),
  webhooks: z.union([
    z.strictObject({ do: z.enum(["hold", "release", "release_reversed", "drop"]) }),
    z.strictObject({ copies: z.int().min(1).max(10) }),
  ]),
};

/** `/_sandbox/…`; requires the secret key. */
export async function answerControl(
  control: Control,
  secretKey: string,
  incoming: Incoming,
): Promise<Answer> {
  if (incoming.header("authorization") !== `Bearer ${secretKey}`)
    return json(401, { error: "The key is missing." });
  try {
    return json(200, await run(control, incoming));
  } catch (error) {
    if (error instanceof NotFound) return json(404, { error: "No such command." });
    return json(400, { error: error instanceof Error ? error.message : "failed" });
  }
}

class NotFound extends Error {}

async function run(control: Control, incoming: Incoming): Promise<object> {
  const body = (): unknown => JSON.parse(incoming.body);
  switch (`${incoming.method} ${incoming.path}`) {
    case "GET /_sandbox/clock":
      return { now: control.now() };
    case "POST /_sandbox/clock": {
      const command = commands.clock.parse(body());
      if ("advance" in command) control.advance(command.advance);
      else control.setClock(command.now);
      return { now: control.now() };
    }
    case "GET /_sandbox/faults":
      return { faults: control.faults() };
    case "POST /_sandbox/faults":
      control.addFault(commands.fault.parse(body()));
      return { faults: control.faults() };
    case "DELETE /_sandbox/faults":
      control.clearFaults();
      return { faults: [] };
    case "POST /_sandbox/disputes": {
      const command = commands.dispute.parse(body());
      if ("dispute" in command) return control.decideDispute(command.dispute, command.outcome);
      const { payment_intent: intent, ...details } = command;
      return control.dispute(intent, details);
    }
    case "POST /_sandbox/payments": {
      const { session, at, name } = commands.payment.parse(body());
      return control.payEarlier(session, at, name);
    }
    case "POST /_sandbox/webhooks": {
      const command = commands.webhooks.parse(body());
      if ("copies" in command) control.copyWebhooks(command.copies);
      else if (command.do === "hold") control.holdWebhooks();
      else if (command.do === "drop") return { dropped: control.dropWebhooks() };
      else await control.releaseWebhooks(command.do === "release" ? "forward" : "reversed");
      return { waiting: control.waitingWebhooks() };
    }
    case "GET /_sandbox/deliveries": {
      const event = new URLSearchParams(incoming.query).get("event") ?? undefined;
      return { waiting: control.waitingWebhooks(), deliveries: control.deliveries(event) };
    }
    default:
      throw new NotFound();
  }
}

function json(status: number, body: object): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
