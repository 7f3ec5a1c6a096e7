import { statLimits } from "#domain/statistics/stat-limits.ts";

/** Views and leads of cars: the calls, a car's page and a dealer's report. */
export const statisticsMessages = {
  daysInvalid: `Zgjidhni prej 1 deri në ${statLimits.maxDays} ditë.`,
  enabledRequired: "Zgjidhni a doni email-in mujor.",
  kindUnknown: "Ky veprim nuk njihet.",

  /** The link to this page. */
  link: "Statistikat",

  title: "Statistikat e veturës",
  intro: "Sa herë u shfaq vetura, sa e hapën dhe sa ju kontaktuan. Robotët dhe vizitat tuaja nuk numërohen.",
  loadFailed: "Statistikat nuk u ngarkuan.",
  notFound: "Kjo veturë nuk është e\u00A0juaja ose nuk ekziston më.",
  toMyCars: "Shitjet e mia",
  days: "Sa ditë",
  lastDays: (days: number) => `${days} ditë`,

  impressions: "Shfaqje në lista",
  views: "Hapje të shpalljes",
  leads: "Kontakte",
  leadsHint: "Vizitorë që kërkuan numrin ose ju shkruan, secili një herë në ditë",
  ways: (phone: number, whatsapp: number, viber: number) =>
    `Numri ${phone}, WhatsApp ${whatsapp}, Viber ${viber}; dikush përdor më shumë se një mënyrë.`,
  shares: "Shpërndarje",
  sheetScans: (scans: number) => `Kodi në fletën e veturës u skanua ${scans === 1 ? "një" : scans} herë.`,

  usual: {
    heading: "Krahasuar me vetura si kjo",
    text: (views: number, leads: number) =>
      `Vetura të ngjashme patën zakonisht ${views === 1 ? "1 hapje" : `${views} hapje`} dhe ${leads === 1 ? "1 kontakt" : `${leads} kontakte`} në të njëjtat ditë.`,
    more: (times: string) => `Kjo hapet ${times} herë më shpesh se zakonisht.`,
    less: "Kjo hapet më rrallë se zakonisht. Më së shumti ndihmojnë çmimi, fotot dhe përshkrimi.",
    same: "Kjo hapet aq sa zakonisht.",
    unusual: "Kjo hapet më shpesh se zakonisht.",
    unknown: "Ka ende pak vetura të ngjashme që të dihet sa është e zakonshme.",
    early: "Ende herët për krahasim: as veturat e ngjashme nuk patën zakonisht hapje në kaq pak kohë.",
  },

  rank: {
    heading: "Vendi i çmimit",
    text: (position: number, of: number) =>
      position === 1
        ? `Prej ${of} veturave të ngjashme në shitje, bashkë me tuajën, asnjë nuk është më e lirë.`
        : `Prej ${of} veturave të ngjashme në shitje, bashkë me tuajën, ${position - 1 === 1 ? "1 është më e lirë" : `${position - 1} janë më të lira`}.`,
    step: (euro: string) => `Po ta ulni për ${euro}`,
    cheaper: (count: number) =>
      count === 0 ? "asnjë më e lirë" : count === 1 ? "1 veturë më e lirë" : `${count} vetura më të lira`,
    unchanged: "pa ndryshim",
    noneHelps: (euro: string) => `Edhe me ${euro} më pak do të mbetej në të njëjtin vend.`,
    none: "Nuk ka vetura të ngjashme në shitje për krahasim.",
    edit: "Ndrysho çmimin",
  },

  chart: {
    heading: "Ditë pas dite",
    label: (views: number, days: number) => `Hapje të shpalljes në ${days} ditë: ${views} gjithsej`,
    empty: "Ende askush nuk e ka hapur shpalljen në këto ditë.",
    count: (views: number) => (views === 1 ? "1 hapje" : `${views} hapje`),
    table: "Tabela me shifra",
    day: "Dita",
  },

  report: {
    title: "Raporti i stokut",
    intro: "Çfarë qëndron gjatë, çfarë është e shtrenjtë dhe çfarë shitet.",
    csv: "Shkarko CSV",
    active: "Në shitje",
    sold: "Të shitura",
    daysListed: "Ditë në shitje",
    medianListed: "Ditë në shitje (mesorja)",
    medianToSell: "Ditë deri në shitje (mesorja)",
    daysOf: (days: number) => (days === 1 ? "1 ditë" : `${days} ditë`),
    cars: "Veturat",
    carsTable: "Tabela e veturave",
    car: "Vetura",
    price: "Çmimi",
    band: "Krahasuar me tregun",
    none: "Ende nuk keni vetura në shitje.",
    addCar: "Shto veturë",
    more: "Shfaq më shumë",
    moreFailed: "Veturat e tjera nuk u ngarkuan.",
    long: "Qëndron gjatë",
    unasked: "Pa asnjë kontakt",
    filters: {
      label: "Cilat vetura",
      all: "Të gjitha",
      long: "Qëndrojnë gjatë",
      dear: "Mbi treg",
      sold: "Të shitura",
    },
    emptyFilter: "Asnjë veturë e tillë në këto ditë.",
    longHint: (days: number) => `Më shumë se ${days} ditë në shitje`,
  },

  /** The switch of the monthly mail in the profile. */
  monthlyMail: {
    heading: "Email-i mujor për stokun",
    intro:
      "Një herë në muaj ju shkruajmë sa u hapën shpalljet tuaja, sa veta ju kontaktuan dhe cilat vetura qëndrojnë gjatë.",
    label: "Dërgomëni email-in mujor",
    loadFailed: "Gjendja nuk u lexua. Provoni përsëri.",
    switchedOn: "Email-i mujor u ndez.",
    switchedOff: "Email-i mujor u ndal.",
    switchFailed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
  },

  states: { active: "Në shitje", sold: "E shitur" },

  fileName: "raporti-i-stokut.csv",
  file: {
    columns: [
      "Marka",
      "Modeli",
      "Viti",
      "Çmimi (€)",
      "Krahasuar me tregun",
      "Statusi",
      "Shitur më",
      "Ditë në shitje",
      "Shfaqje",
      "Hapje",
      "Kontakte",
      "Telefon",
      "WhatsApp",
      "Viber",
      "Shpërndarje",
      "ID",
    ],
  },
} as const;
