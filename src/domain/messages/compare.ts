/** Cars side by side. */
export const compareMessages = {
  title: "Krahaso veturat",
  description: "Vetura krah për krah: çmimi, vlerësimi në treg, viti, kilometrat dhe gjithçka që i dallon.",
  empty: "Zgjidhni dy deri në katër vetura",
  emptyText: "Te kërkimi, te të preferuarat ose te faqja e veturës shtypni «Krahaso».",
  toSearch: "Te kërkimi",
  gone: (count: number) =>
    count === 1
      ? "Një nga veturat nuk është më në dispozicion."
      : `${count} nga veturat nuk janë më në dispozicion.`,
  differs: "Ndryshon",
  onlyDifferences: "Rreshtat e theksuar ndryshojnë.",
  fact: "E dhëna",
  sold: "E shitur",
  unknown: "–",
  rows: {
    price: "Çmimi",
    band: "Në treg",
    year: "Viti",
    mileage: "Kilometra",
    fuel: "Karburanti",
    transmission: "Transmisioni",
    power: "Fuqia",
    engine: "Motori",
    type: "Lloji",
    condition: "Gjendja",
    customs: "Dogana",
    registered: "Regjistruar deri",
    origin: "Prejardhja",
    color: "Ngjyra",
    location: "Lokacioni",
    seller: "Shitësi",
    confirmed: "Konfirmuar",
  },
  dealer: "Autosallon",
  private: "Privat",
} as const;
