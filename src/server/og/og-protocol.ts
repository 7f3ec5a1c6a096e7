import { z } from "zod";

const bytes = z.instanceof(Uint8Array);
const jobSchema = z.object({ job: z.number(), drawing: z.string(), photo: bytes.nullable() });
const answerSchema = z.union([
  z.object({ job: z.number(), picture: bytes }),
  z.object({ job: z.number(), picture: z.null(), detail: z.string() }),
]);

/** Parent to worker: an SVG of ours over a JPEG of ours. */
export type OgJob = z.infer<typeof jobSchema>;
/** Worker to parent. */
export type OgAnswer = z.infer<typeof answerSchema>;

export const parseOgJob = (message: unknown): OgJob => jobSchema.parse(message);
export const parseOgAnswer = (message: unknown): OgAnswer => answerSchema.parse(message);
