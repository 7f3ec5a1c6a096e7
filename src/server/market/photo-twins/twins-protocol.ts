import { z } from "zod";

/** How the thread is started. */
export const setupSchema = z.object({ url: z.string(), maxPhotos: z.number() });
export type Setup = z.infer<typeof setupSchema>;

const bytes = z.instanceof(Uint8Array);

/** Query: photos similar to each of these fingerprints. */
export interface Question {
  readonly question: number;
  readonly fingerprints: readonly Uint8Array[];
  /** The nearest so many of each. */
  readonly limit: number;
}

export const questionSchema = z.object({
  question: z.number(),
  fingerprints: z.array(bytes),
  limit: z.number(),
}) satisfies z.ZodType<Question>;

export const answerSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("found"),
    question: z.number(),
    found: z.array(z.array(z.object({ number: z.number(), distance: z.number() }))),
    /** Photos in memory. */
    photos: z.number(),
  }),
  z.object({ type: z.literal("failed"), question: z.number(), detail: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;
