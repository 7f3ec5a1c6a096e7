/** A payment's number as people read it out: the end of its id. */
export function paymentNumber(id: string): string {
  return id.slice(-12).toUpperCase();
}
