import { timingSafeEqual, createHash } from "node:crypto";
import { routes } from "#sandbox/api/routes.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { randomLetters } from "#sandbox/store/ids.ts";
import type { Answer, Incoming } from "./answer.ts";
import type { Route } from "./call.ts";
import { expanded } from "./expand.ts";
import { Failure, invalid } from "./failure.ts";
import { decodeForm } from "./form.ts";
import { fingerprintOf, type StoredAnswers } from "./idempotency.ts";

/** Answers an API request: key, route, idempotency, one transaction, `expand`, errors in Stripe's format. */
export function answerApi(sandbox: Sandbox, answers: StoredAnswers, incoming: Incoming): Answer {
  const requestId = `req_${randomLetters(14)}`;
  const key = incoming.method === "POST" ? incoming.header("idempotency-key") : undefined;
  try {
    checkKey(sandbox, incoming);
    const [route, path] = find(incoming);
    if (key !== undefined && key.length > 255) {
      throw invalid(
        "Idempotency keys can be up to 255 characters long.",
        undefined,
        "idempotency_key_too_long",
      );
    }
    sandbox.request = { id: requestId, idempotency_key: key ?? null };
    if (key === undefined) {
      const body = sandbox.store.transaction(() => run(sandbox, route, path, incoming));
      return json(200, requestId, body, key);
    }
    return runIdempotent(sandbox, answers, incoming, key, requestId, () =>
      run(sandbox, route, path, incoming),
    );
  } catch (error) {
    return refusal(error, requestId, key);
  } finally {
    sandbox.request = null;
    sandbox.wake();
  }
}

function run(sandbox: Sandbox, route: Route, path: string[], incoming: Incoming): string {
  const form = decodeForm(incoming.method === "POST" ? incoming.body : incoming.query);
  const wanted = Array.isArray(form["expand"]) ? form["expand"].map(String) : [];
  const result = route.run(sandbox, { path, form });
  return JSON.stringify(expanded(sandbox, result, wanted), null, 2);
}

/** The same key and request get the same answer, which is stored in the work's transaction. */
function runIdempotent(
  sandbox: Sandbox,
  answers: StoredAnswers,
  incoming: Incoming,
  key: string,
  requestId: string,
  work: () => string,
): Answer {
  const fingerprint = fingerprintOf(incoming.method, incoming.path, incoming.body);
  const before = answers.find(key, fingerprint);
  if (before !== undefined) {
    const answer = json(before.status, requestId, before.body, key);
    answer.headers["idempotent-replayed"] = "true";
    answer.headers["original-request"] = before.requestId;
    return answer;
  }
  try {
    return sandbox.store.transaction(() => {
      const body = work();
      answers.store(key, fingerprint, { status: 200, body, requestId });
      return json(200, requestId, body, key);
    });
  } catch (error) {
    const answer = refusal(error, requestId, key);
    answers.store(key, fingerprint, { status: answer.status, body: answer.body.toString(), requestId });
    return answer;
  }
}

function checkKey(sandbox: Sandbox, incoming: Incoming): void {
  const header = incoming.header("authorization") ?? "";
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const given =
    basic === undefined
      ? /^Bearer (.+)$/i.exec(header)?.[1]
      : Buffer.from(basic, "base64").toString().split(":")[0];
  if (given === undefined) {
    throw unauthorized(
      "You did not provide an API key. Provide it in the Authorization header, using Bearer auth.",
    );
  }
  if (!timingSafeEqual(hash(given), hash(sandbox.secretKey))) {
    throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
  }
}

const unauthorized = (message: string) =>
  new Failure({ status: 401, type: "invalid_request_error", message });

const hash = (text: string) => createHash("sha256").update(text).digest();

function find(incoming: Incoming): [Route, string[]] {
  const steps = incoming.path.split("/");
  for (const route of routes) {
    if (route.method !== incoming.method) continue;
    const pattern = route.path.split("/");
    if (pattern.length !== steps.length) continue;
    if (pattern.every((part, index) => part === "{id}" || part === steps[index])) {
      return [route, steps.filter((_, index) => pattern[index] === "{id}").map(decoded)];
    }
  }
  throw new Failure({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${incoming.method}: ${incoming.path}). The sandbox speaks only the part of Stripe's API that its README lists.`,
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid("Malformed address.");
  }
}

function refusal(error: unknown, requestId: string, key: string | undefined): Answer {
  const failure =
    error instanceof Failure
      ? error
      : new Failure({
          status: 500,
          type: "api_error",
          message: `The sandbox failed: ${error instanceof Error ? (error.stack ?? error.message) : "unknown"}`,
        });
  return json(failure.details.status, requestId, JSON.stringify(failure.body(requestId), null, 2), key);
}

function json(status: number, requestId: string, body: string, key: string | undefined): Answer {
  return {
    status,
    headers: {
      "content-type": "application/json",
      "request-id": requestId,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    body,
  };
}
