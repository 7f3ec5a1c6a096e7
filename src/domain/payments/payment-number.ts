/** A payment's short number: the end of its id. */
export function paymentNumber(id: string): string {
  return id.slice(-12).toUpperCase();
}
