/**
 * Merges favourites after changes on both sides since the last sync: the device's additions come first, its
 * removals are applied, the rest is the account's. At most `max`, the newest.
 */
export function mergeFavorites(
  {
    base,
    device,
    account,
  }: { base: readonly string[]; device: readonly string[]; account: readonly string[] },
  max: number,
): string[] {
  const added = device.filter((id) => !base.includes(id) && !account.includes(id));
  const removed = new Set(base.filter((id) => !device.includes(id)));
  return [...added, ...account.filter((id) => !removed.has(id))].slice(0, max);
}
