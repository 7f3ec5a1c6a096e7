import { asksForMoney } from "#domain/review/asks-for-money.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The description asks for money before the car was seen. */
export const asksForMoneyAhead: Signal<"asks_for_money_ahead"> = (_, { description }) => {
  const phrases = asksForMoney(description);
  return phrases.length === 0 ? null : { phrases };
};
