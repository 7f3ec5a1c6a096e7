/** A page as it goes out: rendering, the cache and the listener hand on this and nothing beside it. */
export interface PageAnswer {
  readonly status: number;
  /** In the order in which they are sent; a name may occur more than once. */
  readonly headers: [name: string, value: string][];
  /** Encoded as the headers say. */
  readonly body: Uint8Array<ArrayBuffer>;
}
