/** Texts of the coupon field for payers; the operator's are in coupons.ts. */
export const couponFieldMessages = {
  open: "Keni kupon?",
  label: "Kupon",
  apply: "Përdor",
  remove: "Hiqe kuponin",
  applied: (code: string, worth: string) => `Kuponi ${code}: −${worth}`,
  discount: "Kuponi",
  failed: "Kuponi nuk u kontrollua. Provoni përsëri.",
  everyMonth: "Zbritja vlen për çdo muaj të abonimit.",
} as const;
