/** Texts of the car page (specification.md#car-page). */
export const carPageMessages = {
  documentTitle: (car: string, price: string, place: string, siteName: string) =>
    `${car} – ${price}, ${place} · ${siteName}`,
  notFoundTitle: (siteName: string) => `Vetura nuk u gjet · ${siteName}`,

  back: "Kthehu",
  backTo: {
    dealer: "Kthehu te autosalloni",
    seller: "Kthehu te shitësi",
    search: "Kthehu te kërkimi",
    myPublishings: "Kthehu te shitjet e mia",
    profile: "Kthehu te profili",
    favorites: "Kthehu te të preferuarat",
    home: "Kthehu te ballina",
    car: "Kthehu te vetura",
  },

  recommended: "E rekomanduar",
  sold: "E shitur",
  soldOn: (date: string) => `Kjo veturë u shit më ${date}.`,
  soldPlain: "Kjo veturë është shitur.",
  soldHint: "Shikoni më poshtë vetura të ngjashme që janë ende në shitje.",
  archived: "E arkivuar",
  archivedHint: "Këtë veturë e shihni vetëm ju. Mund ta riktheni te «Shitjet e mia».",
  notPublic: "Kjo veturë nuk është publike.",
  toMyCars: "Shitjet e mia",
  negotiable: "Çmimi me marrëveshje",
  /** A real price cut; `date` omits the current year. */
  cut: (from: string, date: string) => `Ulur nga ${from} më ${date}`,
  cutsHeading: "Uljet e çmimit",
  cutLine: (from: string, to: string) => `${from} → ${to}`,
  published: (ago: string) => `Publikuar ${ago}`,
  number: (number: number) => `Nr. i shpalljes: ${number}`,
  share: "Shpërndaje",
  shareCopied: "Adresa u kopjua",
  shareFailed: "Adresa nuk u kopjua. Kopjojeni nga shfletuesi.",

  report: "Raporto",

  follow: {
    follow: "Ndiq çmimin",
    hint: "Ju shkruajmë me email kur çmimi të ulet.",
    started: "Do t'ju shkruajmë kur çmimi të ulet",
    stopped: "Nuk e ndiqni më këtë çmim",
    failed: "Nuk u ruajt. Provoni përsëri.",
  },

  gallery: {
    label: (car: string) => `Fotot e veturës ${car}`,
    photo: (index: number, total: number, car: string) => `${car}, foto ${index} nga ${total}`,
    previous: "Fotoja e mëparshme",
    next: "Fotoja e radhës",
    open: "Hap fotot në ekran të plotë",
    close: "Mbyll",
    zoomIn: "Zmadho",
    zoomOut: "Zvogëlo",
    goTo: (index: number) => `Shko te fotoja ${index}`,
    counter: (index: number, total: number) => `${index} / ${total}`,
    thumbnails: "Fotot e vogla",
    none: "Pa foto",
    roleDescription: "karusel",
    slideDescription: "foto",
    viewer: "Fotot në ekran të plotë",
  },

  description: "Përshkrimi",
  details: "Të dhënat teknike",
  contact: {
    heading: "Kontakti i shitësit",
    dealer: "Autosallon",
    verifiedDealer: "Autosallon i verifikuar",
    reveal: "Shfaq numrin e telefonit",
    failed: "Numri nuk u mor. Provoni përsëri.",
    call: "Telefono",
    viber: "Viber",
    whatsapp: "WhatsApp",
    bar: "Kontaktoni shitësin",
    withoutScripts: "Për të parë numrin e telefonit duhet JavaScript në shfletues.",
    sayNumber: (number: number) => `Kur telefononi, përmendni shpalljen nr. ${number}.`,
    advice: "Mos paguani asgjë para se ta shihni veturën.",
    /** Replaces it on one's own car; about as long, so that nothing moves once the owner is known. */
    adviceOwn: "Kështu e shohin blerësit kontaktin tuaj.",
    closed: "Kontakti është mbyllur.",
    phone: "Numri i telefonit",
    whatsappText: (car: string, address: string) => `Përshëndetje, më intereson ${car}: ${address}`,
  },

  owner: {
    heading: "Kjo është vetura juaj",
    edit: "Edito",
    sold: "E shitur",
    remove: "Fshi",
    confirm: "Konfirmo",
    cancel: "Anulo",
    soldTitle: "Ta shënojmë si të shitur?",
    soldText: (car: string) =>
      `${car} del nga kërkimi dhe kontakti mbyllet. Mund ta riaktivizoni te «Shitjet e mia».`,
    removeTitle: "Ta fshijmë veturën?",
    removeText: (car: string) => `${car} del nga kërkimi dhe kalon në arkiv, prej nga mund ta riktheni.`,
    soldDone: "Vetura u shënua si e shitur!",
    soldFailed: "Dështoi shënimi si e shitur. Provoni përsëri.",
    removeDone: "Vetura u fshi me sukses",
    removeFailed: "Gabim në fshirjen e veturës",
  },

  /** In words that accuse nobody. */
  safety: {
    title: "Blini me siguri",
    points: [
      "Shiheni veturën nga afër dhe provojeni para se të paguani.",
      "Mos dërgoni kapar, parapagim ose pagesë transporti para se ta shihni.",
      "Krahasoni numrin e shasisë me dokumentet dhe nënshkruani kontratën te noteri.",
    ],
  },

  similar: "Vetura të ngjashme",
  recentlySeen: "Të shikuara së fundi",

  notFoundHint: "Mund të jetë fshirë, arkivuar, ose adresa të jetë shkruar gabim.",
  loading: "Vetura po ngarkohet…",
} as const;

/** Texts of the page for unknown addresses. */
export const notFoundMessages = {
  documentTitle: (siteName: string) => `Faqja nuk u gjet · ${siteName}`,
  heading: "Faqja nuk u gjet",
  hint: "Adresa mund të jetë shkruar gabim, ose faqja nuk ekziston më.",
} as const;
