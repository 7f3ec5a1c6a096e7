import { z } from "zod";
import { priceFitOutcomes } from "#domain/operation/fit-outcomes.ts";
import { fitFigures } from "./fit-figures.ts";
import type { Learned } from "./learn-prices.ts";

/** Parent to child: the database's address. It has a password, so it is sent as a message, not as an argument. */
const order = z.object({ url: z.string() });
export type LearnOrder = z.infer<typeof order>;
export const parseLearnOrder = (message: unknown): LearnOrder => order.parse(message);

const learned: z.ZodType<Learned> = z.object({
  outcome: z.enum(priceFitOutcomes),
  figures: fitFigures,
  bands: z.number(),
});
const answer = z.union([z.object({ learned }), z.object({ learned: z.null(), detail: z.string() })]);

/** Child to parent: the result. */
export type LearnAnswer = z.infer<typeof answer>;
export const parseLearnAnswer = (message: unknown): LearnAnswer => answer.parse(message);
