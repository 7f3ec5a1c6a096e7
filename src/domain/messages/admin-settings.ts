/** Labels of the settings' fields, in the form, the history and the audit log. */
export const settingsFields = {
  listing: "Publikimi i çdo veture tjetër ($)",
  sponsorshipPerDay: "Sponsorizimi në ditë ($)",
  socialPromotion: "Promovimi në rrjete sociale ($)",
  subscription: "Abonimi i autosallonit në muaj ($)",
  eurRate: "Kursi në fatura: euro për një dollar",
  photos: "Foto për veturë",
  sponsorshipDays: "Ditë sponsorizimi",
  name: "Emri i kompanisë",
  address: "Adresa",
  businessNumber: "Numri i biznesit",
  fiscalNumber: "Numri fiskal",
  vatNumber: "Numri i TVSH-së",
  email: "Email",
  phone: "Telefoni",
  terms: "Kushtet e përdorimit",
  privacy: "Politika e privatësisë",
  imprint: "Impresumi",
  facebook: "Facebook",
  instagram: "Instagram",
  tiktok: "TikTok",
} as const;

/** Texts of the dashboard's settings. */
export const adminSettingsMessages = {
  intro:
    "Ndryshimet vlejnë menjëherë në gjithë faqen. Ajo që është blerë tashmë e mban çmimin me të cilin u ble.",
  groups: {
    fees: {
      title: "Tarifat",
      hint: "Në dollarë. 0 do të thotë falas; më e pakta që paguhet me kartelë është $0,50.",
    },
    limits: { title: "Kufijtë", hint: "Veturat që kanë më shumë foto i mbajnë ato." },
    company: {
      title: "Kompania",
      hint: "Del në fatura dhe te faqja «Impresumi». Numri i TVSH-së lihet i zbrazët nëse kompania nuk është në sistemin e TVSH-së.",
    },
    contacts: { title: "Kontaktet", hint: "Dalin në fund të çdo faqeje dhe në email." },
    socialLinks: { title: "Rrjetet sociale", hint: "Një fushë e zbrazët e fsheh lidhjen." },
    texts: {
      title: "Tekstet",
      hint: "Në Markdown: # titull, - listë, **theks**, [fjalë](https://adresa). Një tekst i zbrazët e lë tekstin e faqes, që i ndjek vetë tarifat dhe kufijtë; ato që i shkruani ju në një tekst tuajin mbeten siç janë.",
    },
  },
  eurRateHint: "Lëreni të zbrazët nëse faturat tregojnë vetëm dollarë.",
  /** At most what the specification allows. */
  atMost: (most: number) => `Më së shumti ${most}`,
  write: "Shkruaj",
  preview: "Shiko",
  previewOf: (name: string) => `Pamja: ${name}`,
  previewEmpty: "Pa tekst: shfaqet teksti i faqes.",
  previewFailed: "Pamja nuk u mor. Provoni përsëri.",
  startFromBuiltIn: "Nis nga teksti i faqes",
  reasonHint: "Mbetet te versionet dhe në regjistër.",
  changes: "Çfarë do të ndryshojë",
  noChanges: "Ende asnjë ndryshim.",
  longChanged: "teksti ndryshon",
  save: "Ruaj Ndryshimet",
  discard: "Hiqi ndryshimet",
  saved: "Cilësimet u ruajtën",
  failed: "Cilësimet nuk u ruajtën",
  stale: "Dikush tjetër i ka ruajtur cilësimet ndërkohë. Ato që shkruat ende janë këtu, por nuk u ruajtën.",
  reload: "Lexo cilësimet e reja",
  subscribers: "Abonimet me tarifë tjetër",
  subscribersHint: (fee: string) =>
    `Tarifa e tanishme është ${fee} në muaj. Këta autosallone paguajnë tarifën me të cilën u abonuan, derisa t'i kaloni ju.`,
  pays: (amount: string) => `paguan ${amount}`,
  willPay: (amount: string, from: string) => `nga ${from} paguan ${amount}`,
  andMore: (count: number) => `dhe ${count} të tjerë`,
  move: (count: number) =>
    count === 1 ? "Kaloje 1 abonim në tarifën e re" : `Kaloji ${count} abonime në tarifën e re`,
  moveTitle: "Të kalohen në tarifën e re?",
  moveText: (count: number, fee: string, days: number) =>
    `${count === 1 ? "1 autosallon merr" : `${count} autosallone marrin`} sot një email dhe ${
      count === 1 ? "paguan" : "paguajnë"
    } ${fee} në muaj nga muaji i parë që fillon pas ${days} ditësh. Ky hap nuk kthehet prapa pa i lajmëruar përsëri.`,
  moved: (count: number) => (count === 1 ? "1 autosallon u lajmërua" : `${count} autosallone u lajmëruan`),
  moveFailed: "Abonimet nuk u kaluan",
  history: "Versionet",
  version: (number: number) => `Versioni ${number}`,
  first: "Vlerat e para",
  noOne: "llogari që nuk ekziston më",
  older: "Më të vjetrat",
  newer: "Më të rejat",
  removed: "u hoq",
  added: "u shtua",
} as const;
