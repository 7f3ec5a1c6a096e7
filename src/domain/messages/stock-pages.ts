import { formatNumber } from "#domain/format/format.ts";

const cars = (count: number) => `${formatNumber(count)} ${count === 1 ? "veturë" : "vetura"}`;
const created = (count: number) => `${formatNumber(count)} ${count === 1 ? "e re" : "të reja"}`;
/** On one line. */
const whole = (item: string) => item.replaceAll(" ", "\u00A0");
const updated = (count: number) => `${formatNumber(count)} ${count === 1 ? "e ndryshuar" : "të ndryshuara"}`;
const faultyRows = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? "rresht" : "rreshta"} me gabime`;

/** Texts of the pages on which a dealer imports the stock (specification.md#stock-import). */
export const stockPageMessages = {
  title: "Importo stokun",
  loading: "Duke ngarkuar...",

  upload: {
    heading: "Ngarko skedarin",
    lead: "Një CSV me veturat tuaja, ose një ZIP me CSV-në dhe fotot. Së pari ju tregojmë çfarë do të ndryshojë; asgjë nuk publikohet pa e aplikuar ju.",
    drop: "Lëshojeni skedarin këtu",
    choose: "Zgjidh skedarin",
    limits: "CSV ose ZIP, deri në 5.000 vetura dhe 300 MB.",
    format: "Formati",
    formats: { auto: "E gjejmë vetë", vetura: "Shablloni ynë", mobile_de: "mobile.de" },
    template: "Shkarko shabllonin",
    export: "Shkarko stokun tuaj",
    sending: (percent: number) => `Po dërgohet: ${percent}\u00A0%`,
    cancel: "Ndërprit dërgimin",
    leaveTitle: "Skedari ende po dërgohet",
    leaveText: "Nëse dilni tani, dërgimi ndërpritet dhe nis përsëri nga fillimi.",
    failed: "Skedari nuk u dërgua. Provoni përsëri.",
    wrongType: "Zgjidhni një skedar CSV ose ZIP.",
    tooLarge: "Skedari është më i madh se 300 MB.",
  },

  list: {
    heading: "Importimet",
    empty: "Ende nuk keni importuar asgjë.",
    loadFailed: "Importimet nuk u lexuan",
    source: { upload: "Skedar", feed: "Nga adresa" },
    open: (date: string) => `Hape importimin e ${date}`,
    counts: (fresh: number, changed: number, faulty: number) =>
      [created(fresh), updated(changed), ...(faulty === 0 ? [] : [faultyRows(faulty)])].join(" · "),
  },

  statuses: {
    checking: "Po kontrollohet",
    ready: "Gati për aplikim",
    applying: "Po aplikohet",
    applied: "U aplikua",
    failed: "Dështoi",
    reverted: "U zhbë",
  },
  /** In the place of a status while an applied import is being undone. */
  isReverting: "Po zhbëhet",

  import: {
    heading: (date: string) => `Importimi i ${date}`,
    loadFailed: "Importimi nuk u lexua",
    toList: "Të gjitha importimet",
    another: "Ngarko një skedar tjetër",
    checking: "Po i kontrollojmë rreshtat dhe fotot",
    applying: "Po i publikojmë ndryshimet",
    reverting: "Po e kthejmë stokun si ishte",
    mayClose: "Mund ta mbyllni faqen; puna vazhdon edhe pa ju.",
    /** Of an import that is being checked or applied. */
    progress: (done: number, total: number) => `${formatNumber(done)} nga ${formatNumber(total)} foto`,
    page: (page: number, pages: number) => `Faqja ${formatNumber(page)} nga ${formatNumber(pages)}`,
    failedText: "Skedari nuk u lexua dhe stoku juaj nuk ka ndryshuar.",
    appliedText: (fresh: number, changed: number) =>
      `Stoku juaj u përditësua: ${whole(created(fresh))}, ${whole(updated(changed))}.`,
    skippedText: (faulty: number) => `${faultyRows(faulty)} u ${faulty === 1 ? "kapërcye" : "kapërcyen"}.`,
    revertedText: "Ky importim u zhbë: stoku është si ishte para tij.",
    toCars: "Shiko veturat",
    whole: "Për gjithë skedarin",
    allFaults: "Shkarko të gjitha gabimet",
    outcomes: {
      faulty: "Me gabime",
      create: "Të reja",
      update: "Të ndryshuara",
      unchanged: "Pa ndryshim",
      archive: "Mungojnë",
    },
    outcomesLabel: "Çfarë do të ndryshojë",
    hints: {
      faulty: "Këta rreshta kapërcehen derisa t'i rregulloni. Veturat e tyre në stok mbeten si janë.",
      create: "Këto vetura publikohen.",
      update: "Te këto vetura ndryshojnë fushat e shënuara.",
      unchanged: "Këto vetura janë në stok pikërisht kështu.",
      archive: "Këto vetura janë në stok, por jo në skedar. Arkivohen vetëm po ta zgjidhni më poshtë.",
    },
    none: "Asnjë rresht.",
    rowsFailed: "Rreshtat nuk u lexuan",
    row: (row: number) => `Rreshti ${formatNumber(row)}`,
    reference: (reference: string) => `Referenca ${reference}`,
    noTitle: "Veturë pa emër",
    /** A word of the file, in any language, and the value of ours that it was read as. */
    readAs: (column: string, word: string, value: string) => `${column}: «${word}» u lexua si «${value}»`,
    columnsRead: "Si u lexuan kolonat",
    newValue: (column: string) => `Vlera e re për ${column}`,
    was: "ishte",
    empty: "e zbrazët",
    photos: (count: number) => `${formatNumber(count)} foto`,
    save: "Ruaje rreshtin",
    saved: (row: number) => `Rreshti ${formatNumber(row)} u rregullua.`,
    stillFaulty: (row: number) => `Rreshti ${formatNumber(row)} ka ende gabime.`,
    saveFailed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
    fixed: "U rregullua",
    apply: (count: number) => `Apliko (${cars(count)})`,
    /** Applying says of cars that are in the file as they are that they are still for sale. */
    confirmUnchanged: (count: number) => `Konfirmo se janë në shitje (${cars(count)})`,
    applyNothing: "Asgjë për të aplikuar",
    applyHint: (faulty: number) => `${faultyRows(faulty)} ${faulty === 1 ? "kapërcehet" : "kapërcehen"}.`,
    applyFailed: "Importimi nuk u aplikua. Provoni përsëri.",
    archiveMissing: (count: number) => `Arkivo ${cars(count)} që mungojnë në skedar`,
    archiveHint: "Mund t'i ktheni nga arkivi, ose ta zhbëni importimin.",
    revert: "Zhbëje importimin",
    revertTitle: "Ta zhbëjmë këtë importim?",
    revertText:
      "Veturat e reja hiqen, të ndryshuarat dhe të arkivuarat kthehen si ishin. Çfarë keni ndryshuar vetë pas importimit mbetet.",
    revertFailed: "Importimi nuk u zhbë. Provoni përsëri.",
    manyTitle: "Po mungojnë shumë vetura",
    manyText: (count: number) =>
      `Në skedar mungojnë ${cars(count)} të stokut tuaj, më shumë se 30\u00A0%. Po t'i arkivoni, blerësit nuk i shohin më. Kontrolloni a është skedari i plotë.`,
    manyWord: "arkivo",
    manyLabel: (word: string) => `Shkruani «${word}» për të vazhduar`,
    manyConfirm: "Arkivoji dhe apliko",
  },
} as const;
