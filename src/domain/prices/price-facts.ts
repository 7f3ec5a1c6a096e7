/** A car's facts for the estimate. Seller, fees and photos are not among them. */
export interface PriceFacts {
  readonly brand: string;
  readonly model: string;
  /** Of the first registration. */
  readonly year: number;
  /** In km; 0 counts as unknown. */
  readonly mileage: number | null;
  readonly fuel: string | null;
  readonly type: string | null;
  readonly transmission: string | null;
  readonly origin: string | null;
  readonly condition: string | null;
  readonly customsPaid: boolean | null;
  /** In kW. */
  readonly power: number | null;
  /** In cm³. */
  readonly engineSize: number | null;
}

/** A car with its asking price, for fitting and comparing. */
export interface PricedListing extends PriceFacts {
  readonly id: string;
  /** In EUR. */
  readonly price: number;
  /** The day of this price, 2026-11-23; null if unknown. */
  readonly date: string | null;
}
