import { z } from "zod";
import { feedHours, feedOutcomes, feedReasons } from "#domain/dealers/stock-feeds.ts";
import { feedMessages as text } from "#domain/messages/feeds.ts";
import { noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** Whether other sites may read a dealer's cars as files, and their addresses (specification.md#feeds). */
export const outwardFeeds = z.object({
  enabled: z.boolean(),
  /** Absolute addresses; they work while `enabled`. */
  csv: z.string(),
  json: z.string(),
});
export type OutwardFeeds = z.infer<typeof outwardFeeds>;

/** The address of a dealer's stock, and the results of fetching it (specification.md#stock-feed). */
export const stockFeed = z.object({
  url: z.string(),
  everyHours: z.literal(feedHours),
  archiveMissing: z.boolean(),
  /** When it is fetched next. */
  nextAt: z.string(),
  /** The latest twenty, newest first. */
  results: z.array(
    z.object({
      at: z.string(),
      /** Null while it runs. */
      outcome: z.enum(feedOutcomes).nullable(),
      reason: z.enum(feedReasons).nullable(),
      /** The reason and what to do, as text. */
      message: z.string().nullable(),
      /** The import of the file, with its faults. */
      importId: z.string().nullable(),
    }),
  ),
});
export type StockFeed = z.infer<typeof stockFeed>;

/** The server checks the address: it must be https and public. */
export const stockFeedBody = z.strictObject({
  url: z.string(text.addressRequired).trim().min(1, text.addressRequired).max(2000, text.addressTooLong),
  everyHours: z.literal(feedHours, text.hoursUnknown),
  archiveMissing: z.boolean(text.archiveMissingRequired),
});
export type StockFeedBody = z.output<typeof stockFeedBody>;

export const stockFeedEndpoints = {
  "GET /api/dealer/feed": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: stockFeed.nullable(),
    summary: "Where one's stock is fetched from, with the last results; null for nowhere.",
  },
  "PUT /api/dealer/feed": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    body: stockFeedBody,
    output: stockFeed,
    summary: "Sets the address; it is fetched within minutes and then every 6, 12 or 24 hours.",
  },
  "DELETE /api/dealer/feed": {
    access: "user",
    errors: ["dealers_only"],
    status: 204,
    output: noContent,
    summary: "Fetches one's stock no more.",
  },
} as const satisfies Record<string, Endpoint>;

export const feedEndpoints = {
  "GET /api/dealer/outward-feeds": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: outwardFeeds,
    summary: "Whether one's cars are in the feeds for other sites, and the feeds' addresses.",
  },
  "PUT /api/dealer/outward-feeds": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    body: z.strictObject({ enabled: z.boolean() }),
    output: outwardFeeds,
    summary: "Switches the feeds of one's cars for other sites on or off.",
  },
} as const satisfies Record<string, Endpoint>;
