/** Texts of the filters, loaded when somebody opens them. */
export const searchFilterMessages = {
  show: (formatted: string, count: number) =>
    count === 0 ? "Asnjë veturë" : count === 1 ? "Shfaq 1 veturë" : `Shfaq ${formatted} vetura`,
  counting: "Po numërohen…",
  apply: "Apliko filtrat",
  words: "Fjalët e kërkimit",
  wordsPlaceholder: "p.sh. Golf 7 dizel",
  from: "Nga",
  to: "Deri në",
  rangeFrom: (what: string) => `${what}: nga`,
  rangeTo: (what: string) => `${what}: deri në`,
  moreOptions: (hidden: number) => `Shfaq edhe ${hidden}`,
  fewerOptions: "Shfaq më pak",
  searchIn: (what: string) => `Kërko te lista: ${what}`,
  searchInPlaceholder: "Kërko te lista",
  noneNamed: "Asgjë me këtë emër.",
  near: {
    ask: "Afër meje",
    hint: "Vendndodhjen e kërkojmë vetëm kur e shtypni dhe e rrumbullakojmë në rreth 1 km.",
    refused: "Shfletuesi nuk e lejoi vendndodhjen. Lejojeni te cilësimet e faqes ose zgjidhni qytetin.",
    late: "Vendndodhja po vonohet shumë. Provoni përsëri ose zgjidhni qytetin.",
    unavailable: "Vendndodhja nuk gjendet dot tani. Provoni përsëri ose zgjidhni qytetin.",
    outside: "Ju jeni larg Kosovës. Zgjidhni qytetin te lista.",
  },
  optionsFailed: "Lista nuk u ngarkua. Provoni përsëri.",
} as const;
