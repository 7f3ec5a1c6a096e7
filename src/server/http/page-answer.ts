/** Cars that an answer shows: in a list, or one on its own page. */
export interface ShownCars {
  readonly kind: "impression" | "view";
  readonly cars: readonly string[];
}

/** A page to send: renderer, cache and listener pass on only this. */
export interface PageAnswer {
  readonly status: number;
  /** In order of sending; a name may occur more than once. */
  readonly headers: [name: string, value: string][];
  /** Encoded as the headers say. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The cars it shows; omitted for none. */
  readonly shown?: readonly ShownCars[];
}
