import type { TariffTerms } from "./tariff.ts";

/** The tariff that comes with the product (0012_tariffs.sql): its source and date were not checked by an operator. */
export const builtInTariffId = "0199b000-0000-7000-8000-000000000001";

/** Days after which a tariff's last check is too old: laws change yearly, fees more often. */
const freshDays = 180;

const dayMs = 86_400_000;

/** Whether a tariff has ended, so that only old dates use it. */
export function isOver({ validTo }: Pick<TariffTerms, "validTo">, today: string): boolean {
  return validTo !== null && validTo < today;
}

/** Whether a tariff's last check is so old that people are warned; days as 2026-11-23. */
export function isCheckStale(checkedOn: string, today: string): boolean {
  return Date.parse(today) - Date.parse(checkedOn) > freshDays * dayMs;
}

/** How many of a tariff's lines are unconfirmed, and how many amounts are unknown. */
export function openQuestions({ lines }: Pick<TariffTerms, "lines">): {
  unconfirmed: number;
  unknown: number;
} {
  const unknown = lines.filter(({ table, amount }) =>
    table === undefined ? amount === null : table.some((cell) => cell.amount === null),
  ).length;
  return { unconfirmed: lines.filter(({ certainty }) => certainty === "unconfirmed").length, unknown };
}
