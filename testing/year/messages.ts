import { z } from "zod";

/** What the simulator tells a copy of the site; it answers `done` with the id. */
export const toCopy = z.discriminatedUnion("do", [
  z.object({ do: z.literal("clock"), id: z.number(), ahead: z.number() }),
  z.object({ do: z.literal("flush"), id: z.number() }),
]);
export type ToCopy = z.infer<typeof toCopy>;

/** What a copy tells: that it works, with its scheduled tasks by name, or that it has done as told. */
export const fromCopy = z.union([
  z.object({ ready: z.record(z.string(), z.string()) }),
  z.object({ done: z.number() }),
]);
