import { setImmediate as nextTurn } from "node:timers/promises";
import { createMiddleware } from "hono/factory";
import { AppError } from "./app-error.ts";
import type { BodyBudget, BodyKind } from "./body-budget.ts";
import { ByteBlocks } from "./byte-blocks.ts";
import { network } from "./limits.ts";
import type { AppContext, AppEnv } from "./session.ts";

/**
 * Gives each request its lease of the budget until the answer. Runs after the session middleware, because it
 * counts by account.
 */
export function countBodies(bodies: BodyBudget) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const accountId = c.get("session")?.actor.id ?? null;
    const lease = bodies.lease({ accountId, address: network(c.get("address")) });
    c.set("body", lease);
    try {
      await next();
    } finally {
      lease.end();
    }
  });
}

/** Work on arriving chunks yields to others after this time, in ms, or so many chunks. */
const maxWork = 8;
const maxPieces = 500;

export interface BodyRules {
  readonly kind: BodyKind;
  /** Bytes. */
  readonly limit: number;
}

/**
 * Reads a request's body chunk by chunk: counted against the budget, ignoring the declared length. A chunk is
 * valid until `onPiece` returns. Throws payload_too_large beyond `limit` bytes, overloaded if the budget has no
 * room, body_stalled if too little arrives, malformed for an aborted body, and what `onPiece` throws.
 */
export async function receivePieces(
  c: AppContext,
  { kind, limit }: BodyRules,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const { raw } = c.req;
  const declared = Number(raw.headers.get("content-length") ?? 0);
  if (declared > limit) throw new AppError("payload_too_large");
  if (raw.body === null) return;
  const lease = c.get("body");
  lease.open(kind, declared);
  const reader = raw.body.getReader();
  const { windowMs, minBytes } = lease.pace;
  let size = 0;
  let lastLook = 0;
  let isStalled = false;
  const pace = setInterval(() => {
    if (size - lastLook < minBytes) {
      isStalled = true;
      // Wakes a reader that waits for the next chunk: there is none.
      reader.cancel().catch(() => undefined);
    }
    lastLook = size;
  }, windowMs);
  let worked = 0;
  let pieces = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isStalled) throw new AppError("body_stalled");
      if (done) return;
      size += value.length;
      if (size > limit) throw new AppError("payload_too_large");
      lease.take(value.length);
      const since = performance.now();
      onPiece(value);
      worked += performance.now() - since;
      pieces += 1;
      if (worked > maxWork || pieces > maxPieces) {
        worked = 0;
        pieces = 0;
        await nextTurn();
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", { cause: error });
  } finally {
    clearInterval(pace);
    reader.cancel().catch(() => undefined);
  }
}

/** A whole body's bytes; throws as `receivePieces`. */
export async function receiveBytes(c: AppContext, rules: BodyRules): Promise<Buffer<ArrayBuffer>> {
  const blocks = new ByteBlocks();
  await receivePieces(c, rules, (piece) => blocks.append(piece));
  return blocks.join();
}
