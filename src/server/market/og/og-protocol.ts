import { z } from "zod";

const bytes = z.instanceof(Uint8Array);

const carCard = z.object({
  kind: z.literal("car"),
  siteName: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  price: z.number(),
  mileage: z.number(),
  fuel: z.string(),
  transmission: z.string(),
  location: z.string(),
  sold: z.boolean(),
});
const siteCard = z.object({ kind: z.literal("site"), siteName: z.string() });
const cardSchema = z.union([carCard, siteCard]);

const jobSchema = z.object({ job: z.number(), card: cardSchema, photo: bytes.nullable() });
const answerSchema = z.union([
  z.object({ job: z.number(), picture: bytes }),
  z.object({ job: z.number(), picture: z.null(), detail: z.string() }),
]);

/** The contents of a share picture: a car's facts (price EUR, mileage km), or the site's name. */
export type ShareCard = z.infer<typeof cardSchema>;
export type CarCard = z.infer<typeof carCard>;
/** Parent to worker: a card, and a JPEG of a photo for its left side. */
export interface OgJob extends Omit<z.infer<typeof jobSchema>, "photo"> {
  readonly photo: Uint8Array | null;
}
/** Worker to parent. */
export type OgAnswer = z.infer<typeof answerSchema>;

export const parseOgJob = (message: unknown): OgJob => jobSchema.parse(message);
export const parseOgAnswer = (message: unknown): OgAnswer => answerSchema.parse(message);
