import type { TariffTerms } from "./tariff.ts";

/** The tariff that comes with the product (0012_tariffs.sql): its source and day of checking are no operator's. */
export const builtInTariffId = "0199b000-0000-7000-8000-000000000001";

/** A tariff whose last check is longer ago may well have been overtaken: laws change with the year, fees in between. */
const freshDays = 180;

const dayMs = 86_400_000;

/** Whether a tariff's last day is past, so that nothing is computed by it any more but what asks for an old day. */
export function isOver({ validTo }: Pick<TariffTerms, "validTo">, today: string): boolean {
  return validTo !== null && validTo < today;
}

/** Whether a tariff was last checked so long ago that people are told; days as 2026-11-23. */
export function isCheckStale(checkedOn: string, today: string): boolean {
  return Date.parse(today) - Date.parse(checkedOn) > freshDays * dayMs;
}

/** How many of a tariff's lines nobody has confirmed, and how many amounts nobody knows. */
export function openQuestions({ lines }: Pick<TariffTerms, "lines">): {
  unconfirmed: number;
  unknown: number;
} {
  const unknown = lines.filter(({ table, amount }) =>
    table === undefined ? amount === null : table.some((cell) => cell.amount === null),
  ).length;
  return { unconfirmed: lines.filter(({ certainty }) => certainty === "unconfirmed").length, unknown };
}
