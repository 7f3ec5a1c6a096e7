/** Choosing cars to compare. Separate from the page's texts, because every card has it. */
export const compareChoiceMessages = {
  compare: "Krahaso",
  add: (car: string) => `Krahaso ${car}`,
  remove: (car: string) => `Hiqe ${car} nga krahasimi`,
  full: (most: number) => `Krahasohen më së shumti ${most} vetura. Hiqni njërën së pari.`,
} as const;
