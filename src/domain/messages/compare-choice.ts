/** Choosing cars to compare; apart from the page's texts, because every card has it. */
export const compareChoiceMessages = {
  compare: "Krahaso",
  add: (car: string) => `Krahaso ${car}`,
  remove: (car: string) => `Hiqe ${car} nga krahasimi`,
  full: (most: number) => `Krahasohen më së shumti ${most} vetura. Hiqni njërën së pari.`,
  chosen: (count: number) => (count === 1 ? "1 veturë për krahasim" : `${count} vetura për krahasim`),
  open: (count: number) => `Krahaso (${count})`,
  clear: "Pastro",
  oneMore: "Zgjidhni edhe një",
} as const;
