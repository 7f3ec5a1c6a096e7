import type { ListFilter } from "#domain/search/car-search.ts";

const filterNames: Record<ListFilter | "customsPaid", string> = {
  brand: "Marka",
  model: "Modeli",
  type: "Lloji",
  fuel: "Karburanti",
  origin: "Prejardhja",
  location: "Lokacioni",
  transmission: "Transmisioni",
  condition: "Gjendja",
  customsPaid: "Dogana",
};

/** Texts of the filters alone: they are loaded when somebody uses them. */
export const searchFilterMessages = {
  show: (formatted: string, count: number) =>
    count === 0 ? "Asnjë veturë" : count === 1 ? "Shfaq 1 veturë" : `Shfaq ${formatted} vetura`,
  counting: "Po numërohen…",
  apply: "Apliko filtrat",
  words: "Fjalët e kërkimit",
  wordsPlaceholder: "p.sh. Golf 7 dizel",
  price: "Çmimi (€)",
  year: "Viti",
  mileage: "Kilometrat",
  from: "Nga",
  to: "Deri në",
  rangeFrom: (what: string) => `${what}: nga`,
  rangeTo: (what: string) => `${what}: deri në`,
  moreOptions: (hidden: number) => `Shfaq edhe ${hidden}`,
  fewerOptions: "Shfaq më pak",
  optionsFailed: "Lista nuk u ngarkua. Provo përsëri.",
  filterNames,
} as const;
