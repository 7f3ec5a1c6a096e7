import { moneyBackDays } from "#domain/site/site-figures.ts";

const months = (count: number) => `${count} muaj`;

/** Texts of the dealers' pages: signup, success, dashboard, public page (specification.md#dealers). */
export const dealerPageMessages = {
  loading: "Duke ngarkuar...",
  perMonth: (amount: string) => `${amount} në muaj`,

  area: {
    label: "Pjesët e autosallonit",
    dashboard: "Paneli",
    stock: "Stoku",
    imports: "Importi",
    report: "Raporti",
    page: "Faqja publike",
    keys: "Çelësat",
    subscription: "Abonimi",
  },

  benefits: [
    { title: "Shpallje pa kufi", text: "Publikoni sa vetura të doni, pa tarifë për secilën." },
    {
      title: "Panel profesional",
      text: "Statistikat, faturat dhe interesimi i blerësve në një vend.",
    },
    {
      title: "Shenja e autosallonit",
      text: "«Autosallon» që ditën e parë; «Autosallon i verifikuar» pasi ta konfirmojmë biznesin, brenda dy ditëve pune.",
    },
    { title: "Mbështetje me përparësi", text: "Pyetjet tuaja marrin përgjigje të parat." },
  ],

  promo: {
    title: "Bëhu Autosallon!",
    restricted: "Aksesi i kufizuar për dealer",
    lead: "Një abonim mujor, shpallje pa kufi dhe një panel për gjithë autosallonin tuaj.",
    price: "Abonimi mujor",
    perMonth: "/muaj",
    terms: "Paguhet menjëherë, pastaj çdo muaj. E anuloni kur të doni.",
    guarantee: `${moneyBackDays} ditë garanci: jua kthejmë pagesën e abonimit`,
    savings: (amount: string) => `Kurseni ${amount} për çdo veturë pas së parës.`,
    action: "Bëhu Autosallon",
  },

  signup: {
    title: "Regjistrimi i autosallonit",
    steps: "Hapat e regjistrimit",
    stepInfo: "Biznesi",
    stepPayment: "Pagesa",
    infoHeading: "Të dhënat e biznesit",
    infoLead: "Emri i biznesit dhe qyteti shfaqen te veturat dhe në faqen tuaj publike.",
    taxNumberHint: "Me të e konfirmojmë biznesin brenda dy ditëve pune. Mund ta jepni edhe më vonë.",
    businessName: "Emri i biznesit",
    businessAddress: "Adresa e biznesit",
    businessAddressHint: "Rruga dhe qyteti, p.sh. Rr. Nëna Terezë 12, Prizren",
    taxNumber: "Numri fiskal",
    website: "Faqja në internet",
    websiteHint: "p.sh. autosalloni.com",
    businessType: "Lloji i biznesit",
    businessTypes: [
      { value: "dealership", label: "Autosallon" },
      { value: "importer", label: "Importues i veturave" },
      { value: "rental", label: "Vetura me qira" },
      { value: "other", label: "Tjetër" },
    ],
    next: "Vazhdo te pagesa",
    paymentHeading: "Përmbledhja e pagesës",
    yourBusiness: "Biznesi juaj",
    plan: "Autosallon profesional",
    firstMonth: "Muaji i parë, paguhet sot",
    renewal: (amount: string) => `Pastaj ${amount} çdo muaj, derisa ta anuloni.`,
    total: "Gjithsej sot",
    currency: "Pagesa bëhet në dollarë amerikanë (USD), me kartelë, te ofruesi i pagesave.",
    afterwards: "Pasi të paguani, llogaria bëhet menjëherë autosallon dhe mund të publikoni pa kufi.",
    included: "Çfarë përfshihet",
    pay: (amount: string) => `Paguaj ${amount}`,
    back: "Kthehu",
    failed: "Gabim në krijimin e abonimit",
    alreadyTitle: "Ju tashmë keni një abonim aktiv",
    alreadyText: "Abonimin, faturat dhe kartelën i menaxhoni në panelin e autosallonit.",
    toDashboard: "Shko te paneli",
  },

  success: {
    title: "Abonimi u aktivizua",
    heading: "Mirë\u00A0se\u00A0vini, autosallon!",
    activated: "Abonimenti u aktivizua me sukses! Tani mund të publikoni vetura pa kufi.",
    sessionMissing: "Session ID mungon",
    sessionMissingText:
      "Kësaj adrese i mungon numri i pagesës, prandaj nuk e dimë cilën ta tregojmë. Nëse keni paguar, mos paguani përsëri: pagesën e gjeni te «Pagesat e mia».",
    toPayments: "Pagesat e mia",
    verifying: "Po verifikohet abonimi…",
    verifyFailed: "Gabim në verifikimin e abonimit",
    verifyFailedText:
      "Nëse keni paguar, mos paguani përsëri: abonimi aktivizohet vetë sapo të na konfirmohet pagesa.",
    retry: "Provo Përsëri",
    toHome: "Shko në ballinë",
    next: "Çfarë vjen tani",
    steps: [
      "Publikoni veturat tuaja: nga sot nuk paguani tarifë për asnjërën.",
      "Emri i biznesit tuaj del si shitës, me shenjën «Autosallon».",
      "Për shenjën «Autosallon i verifikuar» konfirmoni biznesin në panel, me numrin fiskal ose me një dokument; e shqyrtojmë brenda dy ditëve pune.",
      "Konfirmimin dhe faturën i merrni me email; të gjitha faturat i gjeni te «Pagesat\u00A0e\u00A0mia».",
    ],
    addCar: "Shto veturë",
    toProfile: "Profili im",
    toDashboard: "Paneli i autosallonit",
  },

  dashboard: {
    title: "Paneli i autosallonit",
    loadFailed: "Gabim në ngarkimin e dashboard-it",
    publicPage: "Shikoni faqen tuaj publike",

    statuses: {
      active: "Aktiv",
      ending: "Aktiv (Do të Anullohet)",
      canceled: "I Anulluar",
      past_due: "I Vonuar",
      unknown: "I Panjohur",
    },

    cards: {
      total: "Vetura gjithsej",
      active: "Aktive",
      sold: "Të shitura",
      savings: "Kursimet e vlerësuara",
      savingsHint: (amount: string) => `${amount} për veturë pas së parës`,
    },

    subscription: {
      heading: "Abonimi",
      price: "Çmimi",
      status: "Statusi",
      period: "Periudha",
      renews: "Pagesa e radhës",
      nextTry: "Provohet përsëri më",
      ends: "Aktiv deri më",
      ended: "Përfundoi më",
      byHand: "Autosallonin tuaj e ka aktivizuar administratori. Nuk keni çfarë të paguani.",
      none: "Nuk keni abonim aktiv.",
      lapsed:
        "Veturat që i publikuat si autosallon nuk shfaqen në kërkim. Me një abonim të ri ato kthehen menjëherë.",
      late: (nextTry: string | null) =>
        nextTry === null
          ? "Pagesa e fundit nuk kaloi. Paguani faturën e hapur, që abonimi të mos ndërpritet."
          : `Pagesa e fundit nuk kaloi; e provojmë përsëri më ${nextTry}. Përditësoni kartelën ose paguani faturën e hapur, që abonimi të mos ndërpritet.`,
      ending: (date: string) =>
        `Abonimi mbaron më ${date}. Pastaj veturat nuk shfaqen më në kërkim dhe shenja e autosallonit hiqet.`,
      manage: "Menaxho pagesat",
      manageHint: "Kartela dhe faturat, në një faqe të re te ofruesi i pagesave.",
      portalFailed: "Gabim në hapjen e portalit të menaxhimit",
      cancel: "Anulo abonimin",
      reactivate: "Riaktivizo abonimin",
      renew: "Rinovo abonimin",
      cancelFailed: "Gabim në anulimin e abonimit",
      reactivateFailed: "Gabim në riaktivizimin e abonimit",
      confirmCancelTitle: "Ta anulojmë abonimin?",
      confirmCancel: (date: string) =>
        `Abonimi mbetet aktiv deri më ${date}. Pastaj veturat tuaja nuk shfaqen më në kërkim, shenja e autosallonit hiqet dhe publikimet nuk janë më falas.`,
      confirmReactivateTitle: "Ta riaktivizojmë abonimin?",
      confirmReactivate: (amount: string, date: string) =>
        `Abonimi vazhdon dhe veturat mbeten në kërkim. Pagesa e radhës: ${amount} më ${date}.`,
      confirm: "Konfirmo",
      keepSubscription: "Mbaj abonimin",
      leave: "Anulo",
    },

    verification: {
      heading: "Verifikimi i biznesit",
      failed: "Gjendja e verifikimit nuk u ngarkua. Provoni përsëri.",
      intro:
        "Me shenjën «Autosallon i verifikuar» blerësit e dinë se biznesi juaj është i vërtetë. Dërgoni numrin fiskal ose, nëse nuk e keni, foton e një dokumenti të biznesit. E shqyrtojmë brenda dy ditëve pune.",
      verified:
        "Biznesi juaj është verifikuar. Te veturat dhe në faqen tuaj publike del «Autosallon i verifikuar».",
      waiting: (asked: string, due: string) =>
        `Kërkesën e morëm më ${asked}. E shqyrtojmë deri më ${due} dhe ju shkruajmë me email.`,
      sentNumber: (number: string) => `Numri fiskal: ${number}`,
      sentDocument: "Dokumenti u dërgua; e sheh vetëm administratori dhe fshihet 30 ditë pas vendimit.",
      refused: (reason: string) => `Biznesin nuk arritëm ta konfirmojmë: ${reason}`,
      taxNumber: "Numri fiskal",
      send: "Dërgo numrin fiskal",
      sent: "Kërkesa u dërgua",
      document: "Dërgo foton e një dokumenti",
      documentHint: "P.sh. certifikata e biznesit. Nuk shfaqet në faqe.",
      sending: "Duke u dërguar…",
      sendFailed: "Kërkesa nuk u dërgua. Provoni përsëri.",
    },

    billing: {
      heading: "Historiku i faturave",
      table: "Tabela e faturave",
      hint: "Këtu janë dëshmitë e pagesës që i lëshon ofruesi i pagesave. Faturat tona i gjeni te",
      toPayments: "pagesat e mia",
      all: (count: number) => `Shfaq të gjitha (${count})`,
      empty: "Ende nuk ka dëshmi pagese.",
      failed: "Dëshmitë e pagesës nuk u ngarkuan. Provoni përsëri.",
      number: "Numri",
      description: "Përshkrimi",
      date: "Data",
      period: "Periudha",
      amount: "Shuma",
      status: "Statusi",
      actions: "Shikoni",
      view: "Shiko",
      viewLabel: (number: string) => `Shiko dëshminë e pagesës ${number}`,
      pdf: "Dëshmi e pagesës",
      pdfLabel: (number: string) => `Dëshmi e pagesës ${number}, shkarko si PDF`,
      statuses: {
        paid: "Paguar",
        open: "E Hapur",
        void: "E Anulluar",
        draft: "Draft",
        uncollectible: "E Pamnueshme",
      },
    },

    stats: {
      heading: "Statistikat",
      success: "Suksesi i shitjes",
      percent: (value: number) => `${value}\u00A0%`,
      sponsored: "Të sponsorizuara tani",
      duration: "Autosallon për",
      underMonth: "< 1 muaj",
      months,
      since: "Autosallon që nga",
      leads: "Kërkesat për numrin tuaj, 30 ditët e fundit",
      leadsSum: (count: number) => (count === 1 ? "1 kërkesë" : `${count} kërkesa`),
      leadsLabel: (count: number, best: string | null) =>
        best === null
          ? "Asnjë kërkesë për numrin tuaj në 30 ditët e fundit"
          : `${count === 1 ? "1 kërkesë" : `${count} kërkesa`} për numrin tuaj në 30 ditët e fundit, më së shumti më ${best}`,
      leadsEmpty: "Ende askush nuk e ka kërkuar numrin tuaj. Foto të mira dhe sponsorizimi ndihmojnë.",
      cars: "Veturat sipas statusit",
      carsLabel: (active: number, sold: number) => `${active} aktive, ${sold} të shitura`,
      carsEmpty: "Ende nuk keni vetura.",
    },

    actions: {
      heading: "Veprime të shpejta",
      addCar: "Shto veturë",
      myCars: "Shitjet e mia",
      profile: "Profili",
    },
    benefitsHeading: "Përfitimet tuaja",
  },

  publicPage: {
    badge: "Autosallon",
    verifiedBadge: "Autosallon i verifikuar",
    website: "Faqja e autosallonit",
    carCount: (formatted: string, count: number) =>
      count === 1 ? "1 veturë në shitje" : `${formatted} vetura në shitje`,
    empty: "Ky autosallon tani nuk ka vetura në shitje.",
    documentTitle: (name: string, town: string | null, page: number, site: string) =>
      `${name}${town === null ? "" : ` në ${town}`}${page > 1 ? `, faqja ${page}` : ""} · ${site}`,
    metaDescription: (name: string, town: string | null, cars: string) =>
      `${name}${town === null ? "" : `, autosallon në ${town}`}: ${cars}, me foto, çmime dhe kontakt.`,
  },
} as const;
