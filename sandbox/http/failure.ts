import type Stripe from "stripe";
import type { Kind } from "#sandbox/store/kinds.ts";

export interface FailureDetails {
  status: number;
  type: Stripe.RawErrorType | "idempotency_error";
  message: string;
  code?: string | undefined;
  param?: string | undefined;
  declineCode?: string | undefined;
  /** Commits what the request did, as after a declined card; otherwise it is rolled back. */
  keep?: boolean;
}

/** An error in Stripe's format. Throwing it rolls back the request's transaction. */
export class Failure extends Error {
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.message);
    this.details = details;
  }

  body(requestId: string): object {
    const { type, code, param, message, declineCode } = this.details;
    return {
      error: {
        ...(code !== undefined && {
          code,
          doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`,
        }),
        ...(declineCode !== undefined && { decline_code: declineCode }),
        message,
        ...(param !== undefined && { param }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type,
      },
    };
  }
}

/** 400 for invalid input. */
export function invalid(message: string, param?: string, code?: string): Failure {
  return new Failure({ status: 400, type: "invalid_request_error", message, param, code });
}

/** 404; or 400 if a parameter instead of the path names the object, as at Stripe. */
export function missing(kind: Kind, id: string, param?: string): Failure {
  const inAddress = param === undefined;
  return new Failure({
    status: inAddress ? 404 : 400,
    type: "invalid_request_error",
    message: `No such ${kind}: '${id}'`,
    param: param ?? "id",
    code: "resource_missing",
  });
}
