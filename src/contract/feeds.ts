import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** Whether other sites may read a dealer's cars as files, and where (specification.md#feeds). */
export const outwardFeeds = z.object({
  enabled: z.boolean(),
  /** Absolute addresses; they answer while `enabled`. */
  csv: z.string(),
  json: z.string(),
});
export type OutwardFeeds = z.infer<typeof outwardFeeds>;

export const feedEndpoints = {
  "GET /api/dealer/outward-feeds": {
    access: "user",
    status: 200,
    output: outwardFeeds,
    summary: "Whether one's cars are in the feeds for other sites, and the feeds' addresses.",
  },
  "PUT /api/dealer/outward-feeds": {
    access: "user",
    status: 200,
    body: z.strictObject({ enabled: z.boolean() }),
    output: outwardFeeds,
    summary: "Switches the feeds of one's cars for other sites on or off.",
  },
} as const satisfies Record<string, Endpoint>;
