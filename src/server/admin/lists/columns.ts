/** The same column with room for more. */
export function longer<Column extends Uint8Array | Int32Array | Uint16Array | Uint32Array | Float64Array>(
  column: Column,
  capacity: number,
): Column;
export function longer(
  column: Uint8Array | Int32Array | Uint16Array | Uint32Array | Float64Array,
  capacity: number,
) {
  const next =
    column instanceof Uint8Array
      ? new Uint8Array(capacity)
      : column instanceof Int32Array
        ? new Int32Array(capacity)
        : column instanceof Uint16Array
          ? new Uint16Array(capacity)
          : column instanceof Uint32Array
            ? new Uint32Array(capacity)
            : new Float64Array(capacity);
  next.set(column);
  return next;
}

/** One page of an order, or its whole, backwards where descending; `mask` leaves slots out. */
export function pageOf(
  order: Uint32Array<ArrayBuffer>,
  mask: Uint8Array | null,
  sort: { readonly descending: boolean },
  offset: number,
  limit: number,
): number[] {
  const slots: number[] = [];
  const { length } = order;
  if (mask === null) {
    for (let at = offset; at < Math.min(length, offset + limit); at++)
      slots.push(order[sort.descending ? length - 1 - at : at] ?? 0);
    return slots;
  }
  let seen = 0;
  for (let at = 0; at < length && slots.length < limit; at++) {
    const slot = order[sort.descending ? length - 1 - at : at] ?? 0;
    if (mask[slot] !== 1) continue;
    if (seen >= offset) slots.push(slot);
    seen++;
  }
  return slots;
}
