import { formatEuro, formatNumber } from "#domain/format/format.ts";

const cars = (count: number) => `${formatNumber(count)} ${count === 1 ? "veturë" : "vetura"}`;

/** Texts of bulk actions on one's own cars (specification.md#bulk-actions). */
export const bulkEditMessages = {
  idsInvalid: "Zgjidhni të paktën një veturë",
  tooMany: (most: number) => `Zgjidhni më së shumti ${formatNumber(most)} vetura njëherësh`,
  actionUnknown: "Ky veprim nuk njihet",
  changeInvalid: "Shkruani me sa përqind ose me sa euro ndryshon çmimi",
  percentInvalid: "Përqindja duhet të jetë numër i plotë, nga 1 deri në 90 për ulje ose 100 për rritje",
  euroInvalid: "Shuma duhet të jetë numër i plotë në euro, më së shumti 1.000.000",

  choose: "Zgjidh disa",
  end: "Mbyll zgjedhjen",
  chooseCar: (name: string, number: number) => `Zgjidh ${name}, nr. ${number}`,
  chooseAll: (count: number) => `Zgjidhi të gjitha (${formatNumber(count)})`,
  chooseFirst: (count: number) => `Zgjidhi ${formatNumber(count)} të parat`,
  chooseNone: "Hiq zgjedhjen",
  chosen: (count: number) =>
    count === 0 ? "Asnjë e zgjedhur" : `${cars(count)} ${count === 1 ? "e zgjedhur" : "të zgjedhura"}`,
  barLabel: "Veprimet për veturat e zgjedhura",

  price: "Ndrysho çmimin",
  confirm: "Ende në shitje",
  sponsor: "Sponsorizo",
  tooManyToSponsor: (most: number) => `Zgjidhni më së shumti ${most} vetura për një pagesë.`,
  sheets: "Printo fletët",
  archive: "Fshi",

  priceTitle: "Ndrysho çmimin",
  priceDirection: "Çmimi",
  priceDown: "Ulet",
  priceUp: "Rritet",
  priceAmount: "Me sa",
  priceUnit: "Njësia",
  priceUnits: { percent: "Përqind", euro: "Euro" },
  priceHint: "Çmimet e reja rrumbullakohen në 50 €.",
  previewTitle: "Kështu ndryshojnë",
  previewCar: "Vetura",
  previewBefore: "Tani",
  previewAfter: "Pastaj",
  previewEmpty: "Shkruani me sa ndryshon çmimi për t'i parë çmimet e reja.",
  stays: "mbetet",
  notOnSale: (count: number) =>
    count === 1
      ? "1 veturë e shitur nuk ndryshon."
      : `${formatNumber(count)} vetura të shitura nuk ndryshojnë.`,
  refusedPrice: (least: number, most: number) => ({
    price_too_low: `nën ${formatEuro(least)}: mbetet`,
    price_too_high: `mbi ${formatEuro(most)}: mbetet`,
  }),
  priceSave: (count: number) => `Ruaj çmimet (${formatNumber(count)})`,

  archiveTitle: (count: number) => (count === 1 ? "Ta fshijmë veturën?" : `T'i fshijmë ${cars(count)}?`),
  archiveText: "Kalojnë në arkiv, ku i shihni vetëm ju. Mund t'i ktheni prej aty kur të doni.",

  done: {
    price: (count: number) =>
      count === 1 ? "U ndryshua çmimi i 1 veture." : `U ndryshuan çmimet e ${formatNumber(count)} veturave.`,
    archive: (count: number) => `${count === 1 ? "U fshi" : "U fshinë"} ${cars(count)}.`,
    confirm: (count: number) => `${count === 1 ? "U konfirmua" : "U konfirmuan"} ${cars(count)}.`,
  },
  nothingDone: "Asnjë veturë nuk ndryshoi.",
  failed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
  reportTitle: "Disa vetura mbetën si ishin",
  close: "Mbyll",
  /** A car whose price changed since the preview. */
  priceMoved: "Çmimi ka ndryshuar ndërkohë. Shikojeni përsëri.",
} as const;
