import { z } from "zod";
import { closeDispute, isOpen, reviewDispute } from "#sandbox/billing/disputes.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { expand, flag, metadataChange, page, read, text } from "#sandbox/http/params.ts";
import { idOf } from "#sandbox/store/kinds.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

const only = z.strictObject({ expand });

// As in Stripe's test mode, these texts as evidence decide the dispute.
const decisive = new Map([
  ["winning_evidence", "won"],
  ["losing_evidence", "lost"],
] as const);

function outcomeOf(evidence: string): "won" | "lost" | undefined {
  for (const [word, outcome] of decisive) if (word === evidence) return outcome;
  return undefined;
}

export const disputeRoutes: Route[] = [
  {
    method: "GET",
    path: "/v1/disputes",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({ ...page, payment_intent: text(255).optional(), charge: text(255).optional() }),
        form,
      );
      const of = { parent: params.payment_intent };
      return listAnswer(
        sandbox,
        "dispute",
        "/v1/disputes",
        params,
        of,
        (dispute) => params.charge === undefined || idOf(dispute.charge) === params.charge,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/disputes/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      return sandbox.store.get("dispute", id);
    },
  },
  {
    method: "POST",
    path: "/v1/disputes/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          evidence: z.strictObject({ uncategorized_text: text(20_000) }).optional(),
          submit: flag.default(true),
          metadata: metadataChange.optional(),
          expand,
        }),
        form,
      );
      const dispute = sandbox.store.get("dispute", id);
      dispute.metadata = mergedMetadata(dispute.metadata, params.metadata);
      if (params.evidence === undefined) {
        sandbox.store.save("dispute", dispute);
        return dispute;
      }
      if (!isOpen(dispute)) throw invalid("This dispute is already closed.");
      dispute.evidence.uncategorized_text = params.evidence.uncategorized_text;
      dispute.evidence_details.has_evidence = true;
      if (!params.submit) {
        sandbox.store.save("dispute", dispute);
        return dispute;
      }
      dispute.evidence_details.submission_count += 1;
      const inquiry = dispute.status.startsWith("warning_");
      const outcome = inquiry ? undefined : outcomeOf(params.evidence.uncategorized_text);
      return outcome === undefined
        ? reviewDispute(sandbox, dispute)
        : closeDispute(sandbox, dispute, outcome);
    },
  },
  {
    method: "POST",
    path: "/v1/disputes/{id}/close",
    run: (sandbox, { path: [id = ""], form }) => {
      read(only, form);
      // Accepting a dispute loses it.
      return closeDispute(sandbox, sandbox.store.get("dispute", id), "lost");
    },
  },
];
