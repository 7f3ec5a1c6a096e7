/** Texts drawn into the pictures that are shown where somebody shares a page, and told beside them. */
export const sharePictureMessages = {
  sold: "E shitur",
  headline: "Bleni dhe shitni vetura në Kosovë",
  alt: (car: string, price: string) => `${car}, ${price}`,
} as const;
