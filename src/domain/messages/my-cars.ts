import { formatEuro } from "#domain/format/format.ts";
import { priceBandLabels } from "./prices.ts";

/** Texts of "Shitjet e Mia" (specification.md#own-cars). */
export const myCarsMessages = {
  title: "Shitjet e Mia",
  add: "Shto veturë",
  total: "Gjithsej",
  active: "Aktive",
  sold: "Të shitura",
  archived: "Të arkivuara",
  tabAll: "Të gjitha",
  tabActive: "Aktive",
  tabSold: "Të shitura",
  tabArchived: "Arkivi",
  tabsLabel: "Filtro shitjet",
  badgeActive: "AKTIV",
  badgeSold: "SHITUR",
  badgeArchived: "ARKIVUAR",
  /** What matters now, in one line of the list. */
  contacts: (count: number) => (count === 1 ? "1 kontakt këtë javë" : `${count} kontakte këtë javë`),
  aboveSimilar: (euro: number) =>
    `${priceBandLabels.above}: ${formatEuro(euro)} më shtrenjtë se të ngjashmet`,
  search: "Kërko te veturat tuaja",
  searchHint: "Modeli, numri ose referenca",
  order: "Renditja",
  orders: {
    state: "Sipas gjendjes",
    newest: "Më të rejat",
    confirmed: "Më gjatë pa konfirmim",
    "price-down": "Më të shtrenjtat",
    "price-up": "Më të lirat",
  },
  nothingFound: (words: string) => `Asnjë veturë nuk përputhet me «${words}»`,
  clearSearch: "Shfaq të gjitha",
  edit: "Edito",
  promote: "Sponsorizo",
  markSold: "Shëno si të shitur",
  markUnsold: "Riaktivizo",
  copy: "Kopjo",
  publishedTitle: "Vetura juaj është publike",
  publishedText: "Shpërndajeni te të njohurit, që ta shohin më shumë blerës.",
  publishedSee: "Shiko veturën",
  /** Link to the window sheet (window-sheet.ts), also on the car's page. */
  printSheet: "Printo fletën",
  archive: "Fshi",
  restore: "Rikthe",
  /** A car that others cannot see, although it is neither sold nor archived. */
  unlisted: {
    suspended: "Të tjerët nuk e shohin këtë veturë: llogaria juaj është pezulluar.",
    hidden:
      "Të tjerët nuk e shohin këtë veturë: administratori e ka hequr nga publiku. Na shkruani për arsyen.",
    disputed:
      "Të tjerët nuk e shohin këtë veturë: pagesa e saj është kundërshtuar në bankë. Kthehet sapo të vendoset në favor të saj.",
    dealerLapsed: "Të tjerët nuk e shohin këtë veturë: abonimi i autosallonit ka përfunduar.",
  },
  feeRefunded:
    "Kjo veturë kaloi në arkiv sepse pagesa e publikimit u kthye. Për ta kthyer, publikimi paguhet përsëri.",
  number: (number: number) => `Nr. ${number}`,

  emptyAll: "Ende nuk keni publikuar asnjë veturë",
  emptyActive: "Nuk keni vetura aktive",
  emptySold: "Nuk keni vetura të shitura",
  emptyArchived: "Arkivi është i zbrazët",
  emptyHint: "Publikimi zgjat vetëm pak minuta.",
  archiveHint: "Këtu kalojnë veturat që i fshini. I shihni vetëm ju, dhe mund t'i riktheni kur të doni.",
  emptyButton: "Publiko Veturën e Parë",

  loadFailed: "Dështoi ngarkimi i veturave. Provoni përsëri.",
  soldFailed: "Dështoi shënimi si e shitur. Provoni përsëri.",
  unsoldFailed: "Dështoi riaktivizimi. Provoni përsëri.",
  restoreFailed: "Dështoi rikthimi. Provoni përsëri.",
  archiveFailed: "Gabim në fshirjen e veturës",
  soldDone: "Vetura u shënua si e shitur!",
  unsoldDone: "Vetura u riaktivizua!",
  restoreDone: "Vetura u rikthye me sukses!",
  archiveDone: "Vetura u fshi me sukses",

  confirmSoldTitle: "Ta shënojmë si të shitur?",
  confirmSold: (name: string) => `${name} nuk do të shfaqet më në kërkim. Mund ta riaktivizoni kur të doni.`,
  confirmUnsoldTitle: "Ta riaktivizojmë veturën?",
  confirmUnsold: (name: string) => `${name} do të shfaqet përsëri në kërkim.`,
  confirmArchiveTitle: "Ta fshijmë veturën?",
  confirmArchive: (name: string) =>
    `${name} kalon në arkiv, ku e shihni vetëm ju. Mund ta ktheni prej aty kur të doni.`,
  confirmRestoreTitle: "Ta kthejmë veturën?",
  confirmRestore: (name: string) => `${name} kthehet te shitjet tuaja.`,
  confirm: "Konfirmo",
  cancel: "Anulo",
} as const;
