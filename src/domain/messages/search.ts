/** Texts that explain how a query was understood. */
export const searchMessages = {
  carNumber: (number: string) => `Vetura nr. ${number}`,
  years: (from: number, to: number | null) => {
    if (from === to) return `viti ${from}`;
    return to === null ? `nga viti ${from}` : `vitet ${from}–${to}`;
  },
  orders: { price_asc: "më të lirat më parë", mileage_asc: "më pak kilometra më parë" },
} as const;
