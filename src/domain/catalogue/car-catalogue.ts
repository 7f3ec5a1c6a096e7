import catalogue from "./car-catalogue.json" with { type: "json" };

/**
 * Brands and models of the European and Kosovo market: the server's seed and the browser's fallback
 * (specification.md#lists).
 */
export const carCatalogue: Readonly<Record<string, readonly string[]>> = catalogue;
