import { z } from "zod";

/** A message from the simulator to a copy of the site, which answers `done` with the id. */
export const toCopy = z.discriminatedUnion("do", [
  z.object({ do: z.literal("clock"), id: z.number(), ahead: z.number() }),
  z.object({ do: z.literal("flush"), id: z.number() }),
]);
export type ToCopy = z.infer<typeof toCopy>;

/** A message from a copy: it is ready, with its scheduled tasks by name, or it has done message `done`. */
export const fromCopy = z.union([
  z.object({ ready: z.record(z.string(), z.string()) }),
  z.object({ done: z.number() }),
]);
