/** Cars side by side. */
export const compareMessages = {
  chosen: (count: number) => (count === 1 ? "1 veturë për krahasim" : `${count} vetura për krahasim`),
  open: (count: number) => `Krahaso (${count})`,
  clear: "Pastro",
  oneMore: "Zgjidhni edhe një",
  title: "Krahaso veturat",
  description: "Vetura krah për krah: çmimi, vlerësimi në treg, viti, kilometrat dhe gjithçka që i dallon.",
  empty: "Zgjidhni dy deri në katër vetura",
  emptyText: "Te kërkimi, te të preferuarat ose te faqja e veturës shtypni «Krahaso».",
  toSearch: "Te kërkimi",
  gone: (count: number) =>
    count === 1
      ? "Një nga veturat nuk është më në dispozicion."
      : `${count} nga veturat nuk janë më në dispozicion.`,
  remove: "Hiqe",
  removeOf: (car: string) => `Hiqe ${car} nga krahasimi`,
  differs: "Ndryshon",
  onlyDifferences: "Rreshtat e theksuar ndryshojnë.",
  fact: "E dhëna",
  sold: "E shitur",
  unknown: "–",
  /** Beside a car's facts (car-fields.ts). */
  rows: {
    total: "Me targa, me sa dihet",
    band: "Në treg",
    equipment: "Pajisjet që dallojnë",
    seller: "Shitësi",
    confirmed: "Konfirmuar",
  },
  dealer: "Autosallon",
  private: "Privat",
} as const;
