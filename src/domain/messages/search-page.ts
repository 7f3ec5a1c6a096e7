const fuelsInWords: Readonly<Record<string, string>> = {
  Benzinë: "me benzinë",
  Diesel: "dizel",
  Hybrid: "hibride",
  Elektrik: "elektrike",
  GPL: "me gaz",
};

/** Texts of the search page and of the card that shows a car in lists (specification.md#search-results). */
export const searchPageMessages = {
  title: "Vetura në shitje",
  titleFor: (words: string) => `Rezultatet për «${words}»`,
  documentTitle: (subject: string, siteName: string) => `${subject} · ${siteName}`,
  subject: (what: string) => `${what} në shitje`,
  cars: "Vetura",
  /** The value inside a sentence; labels differ. */
  fuelInWords: (fuel: string) => fuelsInWords[fuel] ?? fuel,
  subjectAll: "Vetura në shitje në Kosovë",
  inPlace: (place: string) => `në ${place}`,
  listed: (others: string, last: string) => `${others} dhe ${last}`,
  pageOf: (page: number) => `faqja ${page}`,
  metaDescription: (total: string, subject: string) =>
    `${total} – ${subject}. Krahasoni çmimet, kilometrat dhe vitet, dhe flisni drejtpërdrejt me shitësin.`,
  count: (formatted: string, count: number) => (count === 1 ? "1 veturë" : `${formatted} vetura`),

  filters: "Filtrat",
  openFilters: "Filtrat",
  openFiltersActive: (count: number) => `Filtrat (${count})`,
  everyFilter: "Të gjithë filtrat",
  applySort: "Rendit",
  reset: "Pastro filtrat",

  chosen: "Filtrat e zgjedhur",
  remove: (what: string) => `Hiq filtrin: ${what}`,
  chipWords: (words: string) => `«${words}»`,

  quick: "Ngushtoni kërkimin",

  understood: "Kuptuam:",
  relaxed: (formatted: string, count: number, dropped: string) =>
    `Pa «${dropped}» ka ${count === 1 ? "1 veturë" : `${formatted} vetura`}`,

  instead: "Disa prej tyre",
  looser: "Me më pak filtra",
  nearby: "Në qytetet përreth",
  nearbyTown: (town: string, km: number, formatted: string, count: number) =>
    `${town} (${km} km): ${count === 1 ? "1 veturë" : `${formatted} vetura`}`,

  cardSize: { label: "Madhësia e veturave në listë", compact: "Kompakte", large: "Të mëdha" },

  sort: "Renditja",
  recommended: "Të rekomanduara",
  all: "Të gjitha veturat",
  loading: "Veturat po ngarkohen…",
  more: "Shfaq më shumë vetura",
  moreFailed: "Veturat e tjera nuk u ngarkuan.",
  failed: "Gabim në kërkimin e veturave",
  failedHint: "Kontrolloni lidhjen me internetin dhe provoni përsëri.",
  retry: "Provo përsëri",
  empty: "Nuk u gjetën vetura",
  emptyHint: "Provoni me më pak filtra ose me fjalë të tjera.",
  clearAll: "Pastro të gjithë filtrat",
  backToFirst: "Kthehu te faqja e parë",
  pageBeyond: "Kjo faqe e rezultateve nuk ekziston",

  card: {
    recommended: "E rekomanduar",
    dealer: "Autosallon",
    save: (car: string) => `Ruaj te të preferuarat: ${car}`,
    unsave: (car: string) => `Hiq nga të preferuarat: ${car}`,
    customsPaid: "E doganuar",
    customsNotPaid: "Pa doganë",
    registeredUntil: (month: string) => `Regjistruar deri ${month}`,
    details: "Shiko detajet",
    photoOf: (car: string) => `Foto e veturës ${car}`,
  },
} as const;
