import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";

/** An upright picture in the colours of its own profile: RGB, 8 bits each, row by row. */
export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const answerSchema = z.union([
  z.object({
    width: z.number(),
    height: z.number(),
    data: z.instanceof(Uint8Array<ArrayBuffer>),
  }),
  z.object({ refused: z.string() }),
]);

const threadProgram = new URL("heic-thread.ts", import.meta.url);

/**
 * Decodes a HEIC that was judged valid, in a thread that ends with it. `refused` is the reason. The calling
 * process limits time and memory.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<HeicPixels | { readonly refused: string }> {
  const thread = new Worker(threadProgram, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  try {
    const [answer]: unknown[] = await once(thread, "message");
    return answerSchema.parse(answer);
  } finally {
    await thread.terminate();
  }
}
