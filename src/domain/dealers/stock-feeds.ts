/** How often a dealer's stock may be fetched, in hours (specification.md#stock-feed). */
export const feedHours = [6, 12, 24] as const;

/** Result of a fetch of a dealer's stock: applied, unchanged or failed. */
export const feedOutcomes = ["applied", "unchanged", "failed"] as const;
export type FeedOutcome = (typeof feedOutcomes)[number];

/** Why a fetch failed. */
export const feedReasons = [
  "bad_address",
  "not_https",
  "has_password",
  "bad_port",
  "not_public",
  "unknown_host",
  "unreachable",
  "bad_certificate",
  "bad_status",
  "too_many_redirects",
  "too_large",
  "too_slow",
  "unreadable",
  "no_stock_file",
  "too_many_missing",
  "undone",
  "interrupted",
] as const;
export type FeedReason = (typeof feedReasons)[number];

/** Results of a feed that are stored and shown. */
export const shownFeedRuns = 20;
