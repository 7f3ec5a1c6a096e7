import { asksForMoney } from "#domain/review/asks-for-money.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The description, or the note on the mileage, asks for money before the car was seen. */
export const asksForMoneyAhead: Signal<"asks_for_money_ahead"> = (_, { description, mileageNote }) => {
  const phrases = [description, mileageNote ?? ""].flatMap(asksForMoney);
  return phrases.length === 0 ? [] : [{ phrases }];
};
