/** Texts about the seller: the card on the car's page and the seller's own page (specification.md#sellers). */
export const sellerMessages = {
  heading: "Shitësi",
  loading: "Të dhënat e shitësit po ngarkohen…",
  dealer: "Autosallon",
  verifiedDealer: "Autosallon i verifikuar",
  privateSeller: "Shitës privat",
  emailVerified: "Email i konfirmuar",
  memberSince: (year: number) => `Me llogari që nga viti ${year}`,
  onSale: (formatted: string, count: number) =>
    count === 1 ? "1 veturë në shitje" : `${formatted} vetura në shitje`,
  sold: (formatted: string, count: number) => (count === 1 ? "1 e shitur" : `${formatted} të shitura`),
  allCars: "Të gjitha veturat e shitësit",

  cars: "Veturat në shitje",
  empty: "Ky shitës tani nuk ka vetura në shitje.",
  toSearch: "Kërkoni te të gjitha veturat",
  filters: {
    label: "Filtrat e veturave të këtij shitësi",
    brand: "Marka",
    anyBrand: "Të gjitha",
    brandOption: (brand: string, count: string) => `${brand} (${count})`,
    minPrice: "Çmimi nga",
    maxPrice: "Çmimi deri në",
    sort: "Renditja",
    show: "Shfaq veturat",
    found: (found: string, all: string) => `${found} nga ${all} vetura`,
    clear: "Hiqi filtrat",
    none: "Asnjë veturë e këtij shitësi nuk i përmbush filtrat.",
  },
  documentTitle: (name: string, page: number, site: string) =>
    `Veturat e shitësit ${name}${page > 1 ? `, faqja ${page}` : ""} · ${site}`,
  metaDescription: (name: string, cars: string) => `${name}: ${cars}, me foto, çmime dhe kontakt.`,
} as const;
