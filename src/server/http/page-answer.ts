/** Cars that an answer shows: in a list, or one as its own page. */
export interface ShownCars {
  readonly kind: "impression" | "view";
  readonly cars: readonly string[];
}

/** A page as it goes out: rendering, the cache and the listener hand on this and nothing beside it. */
export interface PageAnswer {
  readonly status: number;
  /** In the order in which they are sent; a name may occur more than once. */
  readonly headers: [name: string, value: string][];
  /** Encoded as the headers say. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Which cars it shows; left out for none. */
  readonly shown?: readonly ShownCars[];
}
