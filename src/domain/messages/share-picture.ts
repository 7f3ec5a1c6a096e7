/** Texts in share pictures, and their alternative texts. */
export const sharePictureMessages = {
  sold: "E shitur",
  headline: "Bleni dhe shitni vetura në Kosovë",
  alt: (car: string, price: string) => `${car}, ${price}`,
} as const;
