import { z } from "zod";

/** Every error body (specification.md#answers). */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const noContent = z.undefined();
export const idParams = z.object({ id: z.string() });

/** Queries that the server reads itself, leniently; the client sends whatever the page holds. */
export const looseQuery = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());
