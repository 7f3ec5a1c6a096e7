import { z } from "zod";
import { photoFormats, photoWidths } from "#domain/photos/photo-addresses.ts";
import type { RenderedPhoto } from "./render-picture.ts";

/** The signal of a worker over its memory limit: it tells the pool the reason. */
export const outOfMemorySignal = "SIGUSR2";

const bytes = z.instanceof(Uint8Array);

const jobSchema = z.object({
  job: z.number(),
  want: z.enum(["photo", "fingerprint"]),
  picture: z.object({
    kind: z.enum(["jpeg", "png", "webp", "avif", "heic"]),
    orientation: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
    bytes,
  }),
});

const answerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({
    type: z.literal("done"),
    job: z.number(),
    photo: z.object({
      width: z.number(),
      height: z.number(),
      thumbhash: z.string(),
      fingerprint: bytes.nullable(),
      renditions: z.array(
        z.object({ format: z.enum(photoFormats), widths: z.array(z.literal(photoWidths)), bytes }),
      ),
    }),
  }),
  z.object({ type: z.literal("fingerprinted"), job: z.number(), fingerprint: bytes.nullable() }),
  z.object({ type: z.literal("refused"), job: z.number(), detail: z.string() }),
]);

/** Parent to worker: one picture to render or to fingerprint. */
export type WorkerJob = z.infer<typeof jobSchema>;

/** Worker to parent. */
export type WorkerAnswer =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly job: number; readonly photo: RenderedPhoto }
  | { readonly type: "fingerprinted"; readonly job: number; readonly fingerprint: Uint8Array | null }
  | { readonly type: "refused"; readonly job: number; readonly detail: string };

export function parseJob(message: unknown): WorkerJob {
  return jobSchema.parse(message);
}

export function parseAnswer(message: unknown): WorkerAnswer {
  return answerSchema.parse(message);
}
