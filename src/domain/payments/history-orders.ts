/** Orders of one's own payments; the first is the usual one. */
export const historyOrders = ["newest", "oldest", "amount-down", "amount-up"] as const;
export type HistoryOrder = (typeof historyOrders)[number];

/** Letters that a search of one's payments takes. */
export const maxHistorySearch = 100;
