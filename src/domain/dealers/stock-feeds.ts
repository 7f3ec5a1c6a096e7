/** What became of a fetch of a dealer's stock: the cars follow the file, did so already, or were not touched. */
export const feedOutcomes = ["applied", "unchanged", "failed"] as const;
export type FeedOutcome = (typeof feedOutcomes)[number];
