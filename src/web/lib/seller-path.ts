/** The canonical address of a seller's page, root-relative. */
export function sellerPath({ id, isDealer }: { id: string; isDealer: boolean }): string {
  return `/${isDealer ? "dealers" : "sellers"}/${encodeURIComponent(id)}`;
}
