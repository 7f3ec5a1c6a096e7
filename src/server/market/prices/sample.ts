/** Maximum of sampled listings per model, and in all. */
const maxOfModel = 400;
const maxInAll = 20_000;

/**
 * A deterministic sample of listings, independent of their order: of each model those with the least hashes of
 * their ids. Rare models stay complete, frequent ones are thinned, and memory is bounded.
 */
export class ListingSample<L extends { readonly id: string }> {
  readonly #byModel = new Map<string, { hash: number; listing: L }[]>();
  #seen = 0;

  /** How many listings there were. */
  get seen(): number {
    return this.#seen;
  }

  add(model: string, listing: L): void {
    this.#seen += 1;
    const group = this.#byModel.get(model);
    const one = { hash: hashOf(listing.id), listing };
    if (group === undefined) {
      this.#byModel.set(model, [one]);
      return;
    }
    group.push(one);
    // Pruned now and then: cheaper than sorted insertion.
    if (group.length >= maxOfModel * 2) keepLeast(group, maxOfModel);
  }

  /** The sampled listings. */
  listings(): L[] {
    let most = maxOfModel;
    const count = () =>
      [...this.#byModel.values()].reduce((sum, group) => sum + Math.min(group.length, most), 0);
    while (most > 1 && count() > maxInAll) most = Math.ceil(most * 0.9) - 1;
    return [...this.#byModel.values()].flatMap((group) => {
      keepLeast(group, most);
      return group.map(({ listing }) => listing);
    });
  }
}

function keepLeast(group: { hash: number; listing: { readonly id: string } }[], most: number): void {
  group.sort((a, b) => a.hash - b.hash || (a.listing.id < b.listing.id ? -1 : 1));
  group.length = Math.min(group.length, most);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
