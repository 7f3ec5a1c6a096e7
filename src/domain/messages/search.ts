import { formatEuro, formatKm } from "#domain/format/format.ts";

/** How a search reads what was typed. */
export const searchMessages = {
  carNumber: (number: string) => `Vetura nr. ${number}`,
  customsPaid: "E doganuar",
  customsUnpaid: "Pa doganë",
  recommendedOnly: "Vetëm të rekomanduarat",
  fromYear: (year: number) => `nga viti ${year}`,
  toYear: (year: number) => `deri në vitin ${year}`,
  years: (from: number, to: number | null) => {
    if (from === to) return `viti ${from}`;
    return to === null ? `nga viti ${from}` : `vitet ${from}–${to}`;
  },
  fromPrice: (price: number) => `nga ${formatEuro(price)}`,
  toPrice: (price: number) => `deri në ${formatEuro(price)}`,
  fromMileage: (mileage: number) => `nga ${formatKm(mileage)}`,
  toMileage: (mileage: number) => `deri në ${formatKm(mileage)}`,
  orders: { price_asc: "më të lirat më parë", mileage_asc: "më pak kilometra më parë" },
} as const;
