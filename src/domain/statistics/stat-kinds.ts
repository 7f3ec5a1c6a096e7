/** Counted events of a car (specification.md#statistics). */
export const statKinds = [
  /** A list showed it. */
  "impression",
  /** Its page was opened. */
  "view",
  /** The contact call: somebody requested the number. */
  "phone",
  "whatsapp",
  "viber",
  /** A visitor's first of the three on a day: recorded with it, never alone. */
  "lead",
  "share",
  "compare",
  /** Added to an account's favourites. */
  "favourite",
  /** Opened from the QR code on its window sheet. */
  "sheet_scan",
] as const;
export type StatKind = (typeof statKinds)[number];

/** Events that pages report; the server derives the others from its answers. */
export const toldKinds = ["whatsapp", "viber", "share", "compare", "sheet_scan"] as const;
export type ToldKind = (typeof toldKinds)[number];

const askingKinds: ReadonlySet<StatKind> = new Set(["phone", "whatsapp", "viber"]);

/** Events of a potential buyer: a lead. */
export function isAsking(kind: StatKind): boolean {
  return askingKinds.has(kind);
}
