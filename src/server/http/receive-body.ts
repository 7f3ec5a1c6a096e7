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
 * A request's body as it arrives, whatever length was declared; a chunk is valid until the next one is asked for. Throws
 * payload_too_large beyond `limit` bytes, body_stalled if too little arrives, malformed for an aborted body.
 */
export async function* arrivingChunks(c: AppContext, limit: number): AsyncGenerator<Uint8Array> {
  const { raw } = c.req;
  if (declaredBytes(c) > limit) throw new AppError("payload_too_large");
  if (raw.body === null) return;
  const reader = raw.body.getReader();
  const { windowMs, minBytes } = c.get("body").pace;
  let size = 0;
  let lastLook = 0;
  let isStalled = false;
  let isReading = false;
  const pace = setInterval(() => {
    // The time that a chunk is worked on is not the sender's.
    if (isReading && size - lastLook < minBytes) {
      isStalled = true;
      // Wakes a reader that waits for the next chunk: there is none.
      reader.cancel().catch(() => undefined);
    }
    lastLook = size;
  }, windowMs);
  try {
    for (;;) {
      isReading = true;
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new AppError("malformed", { cause: error });
      });
      isReading = false;
      if (isStalled) throw new AppError("body_stalled");
      if (done) return;
      size += value.length;
      if (size > limit) throw new AppError("payload_too_large");
      yield value;
    }
  } finally {
    clearInterval(pace);
    reader.cancel().catch(() => undefined);
  }
}

function declaredBytes(c: AppContext): number {
  return Number(c.req.raw.headers.get("content-length") ?? 0);
}

/**
 * Reads a request's body chunk by chunk, counted against the budget. A chunk is valid until `onPiece` returns. Throws as
 * `arrivingChunks`, overloaded if the budget has no room, and what `onPiece` throws.
 */
export async function receivePieces(
  c: AppContext,
  { kind, limit }: BodyRules,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const lease = c.get("body");
  const declared = declaredBytes(c);
  if (c.req.raw.body !== null && declared <= limit) lease.open(kind, declared);
  let worked = 0;
  let pieces = 0;
  try {
    for await (const piece of arrivingChunks(c, limit)) {
      lease.take(piece.length);
      const since = performance.now();
      onPiece(piece);
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
  }
}

/** A whole body's bytes; throws as `receivePieces`. */
export async function receiveBytes(c: AppContext, rules: BodyRules): Promise<Buffer<ArrayBuffer>> {
  const blocks = new ByteBlocks();
  await receivePieces(c, rules, (piece) => blocks.append(piece));
  return blocks.join();
}
