/** Kosovo's standard rate, in percent. */
export const vatPercent = 18;

/**
 * What a gross amount is made of, in whole cents. Prices include VAT; an operator who is not registered for it charges
 * none. `net` and `vat` always add up to `gross`.
 */
export function vatParts(gross: number, { isRegistered }: { isRegistered: boolean }) {
  const net = isRegistered ? Math.round((gross * 100) / (100 + vatPercent)) : gross;
  return { gross, net, vat: gross - net };
}
