/** Kosovo's standard rate, in percent. */
export const vatPercent = 18;

/**
 * Splits a gross amount in whole cents. Prices include VAT; an operator who is not registered charges none.
 * `net` and `vat` always sum to `gross`.
 */
export function vatParts(gross: number, { isRegistered }: { isRegistered: boolean }) {
  const net = isRegistered ? Math.round((gross * 100) / (100 + vatPercent)) : gross;
  return { gross, net, vat: gross - net };
}
