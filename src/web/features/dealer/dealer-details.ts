import type { PublicDealer } from "#contract/dealers.ts";

export type DealerDetails = Omit<PublicDealer, "cars">;
