/** Orders of one's own payments; the first is the default. */
export const historyOrders = ["newest", "oldest", "amount-down", "amount-up"] as const;
export type HistoryOrder = (typeof historyOrders)[number];

/** Maximum length of a search in one's payments. */
export const maxHistorySearch = 100;
