/** specification.md#dealers. Lengths in characters. */
export const dealerLimits = {
  maxBusinessName: 100,
  maxBusinessAddress: 200,
  maxTaxNumber: 40,
  maxWebsite: 200,
  maxBusinessType: 60,
  /** The address on a dealer's public page. */
  maxPageAddress: 200,
} as const;
