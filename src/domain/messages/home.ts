import { dealerExample, moneyBackDays, socialPromotionHours } from "#domain/site/site-figures.ts";

/** Texts of the home page (specification.md#home). Amounts are passed in formatted. */
export const homeMessages = {
  title: (siteName: string) => `${siteName} – Bleni dhe shitni vetura në Kosovë`,
  metaDescription:
    "Gjeni veturën tuaj të radhës nga shitës dhe autosallone në gjithë Kosovën, ose publikoni tuajën për pak minuta. Vetura e parë është falas.",

  hero: {
    headline: "Gjeni veturën tuaj të radhës",
    lead: "Kërkoni nga shitës dhe autosallone në gjithë Kosovën, ose publikoni veturën tuaj për pak minuta.",
    brand: "Marka",
    anyBrand: "Të gjitha",
    model: "Modeli",
    anyModel: "Të gjitha",
    priceTo: "Çmimi deri në",
    anyPrice: "Pa kufi",
    yearFrom: "Viti nga",
    anyYear: "Çdo vit",
    search: "Kërko veturat",
    show: (total: string, count: number) =>
      count === 0 ? "Asnjë veturë me këto kritere" : count === 1 ? "Shfaq 1 veturë" : `Shfaq ${total} vetura`,
    moreFilters: "Më shumë filtra",
    publish: "Publikoni veturën tuaj",
    publishHint: "E para është falas",
  },

  newest: {
    heading: "Veturat më të reja",
    all: "Shikoni të gjitha",
    loading: "Veturat po ngarkohen…",
    empty: "Ende nuk ka vetura të publikuara me foto.",
    emptyAction: "Publikoni të parën",
    failed: "Gabim në ngarkimin e veturave",
    carousel: "Veturat më të reja, një nga një",
    roleDescription: "karusel",
    slideDescription: "veturë",
    previous: "Vetura e mëparshme",
    next: "Vetura e radhës",
    pause: "Ndalo lëvizjen",
    play: "Vazhdo lëvizjen",
    position: (index: number, total: number) => `${index} / ${total}`,
    positionLabel: (index: number, total: number) => `Vetura ${index} nga ${total}`,
  },

  brands: {
    heading: "Markat me më shumë vetura",
    count: (formatted: string, count: number) => (count === 1 ? "1 veturë" : `${formatted} vetura`),
    all: "Të gjitha markat",
  },

  types: {
    heading: "Zgjidhni sipas llojit",
    count: (formatted: string, count: number) => (count === 1 ? "1 veturë" : `${formatted} vetura`),
  },

  counters: {
    heading: "Që nga fillimi",
    note: "Shifrat tregojnë gjithsej që nga fillimi i faqes, jo sa vetura janë sot në shitje.",
    cars: "vetura të publikuara ndër vite",
    users: "përdorues të regjistruar",
    satisfaction: "klientë të kënaqur",
  },

  trust: {
    heading: "Pse na besojnë",
    badges: [
      {
        title: "Autosallone të verifikuara",
        text: "«Autosallon i verifikuar» del vetëm pasi ta kemi konfirmuar biznesin, me numër fiskal ose dokument.",
      },
      {
        title: "Pagesa të sigurta",
        text: "Me kartelë paguani te ofruesi i pagesave; numrin e saj ne nuk e shohim.",
      },
      { title: "Numri juaj i mbrojtur", text: "Telefoni shfaqet vetëm kur dikush e kërkon, jo në lista." },
      {
        title: `${moneyBackDays} ditë garanci`,
        text: `Nëse nuk jeni të kënaqur, jua kthejmë tarifën e publikimit brenda ${moneyBackDays} ditësh. Çmimi i veturës mbetet mes jush dhe shitësit.`,
      },
    ],
  },

  benefits: {
    heading: "Gjithçka për blerjen dhe shitjen e veturës",
    items: [
      {
        title: "Filtra që tregojnë sa vetura ka",
        text: "Te secili filtër e shihni numrin e veturave para se ta zgjidhni.",
      },
      {
        title: "Flisni drejtpërdrejt me shitësin",
        text: "Telefon, Viber ose WhatsApp. Pa ndërmjetës dhe pa provizion.",
      },
      {
        title: "Fotot në plan të parë",
        text: "Deri në 10 foto për veturë, të mëdha dhe të shpejta edhe në telefon.",
      },
      {
        title: "Dogana dhe regjistrimi të qarta",
        text: "E doganuar apo jo, e regjistruar deri kur: e dini para se të telefononi.",
      },
    ],
  },

  selling: {
    heading: "Si të shisni veturën",
    steps: [
      {
        title: "Plotësoni të dhënat",
        text: "Marka, modeli, viti, çmimi: formulari kërkon vetëm atë që duhet.",
      },
      { title: "Shtoni fotot", text: "Nga telefoni, disa njëherësh. E para bëhet fotoja kryesore." },
      { title: "Publikoni", text: "Vetura shfaqet menjëherë në kërkim dhe blerësit ju telefonojnë." },
    ],
    action: "Shitni veturën tuaj",
  },

  pricing: {
    heading: "Sa kushton publikimi",
    lead: "Tarifat paguhen në dollarë. Çmimet e veturave janë në euro.",
    tabs: "Zgjidhni llojin e llogarisë",
    individual: "Individual",
    dealer: "Autosallon",

    individualHeading: "Për shitës individualë",
    individualSteps: (amounts: { furtherCar: string; perDay: string; social: string }) => [
      { title: "Vetura e parë falas", text: "Veturën tuaj të parë e publikoni pa pagesë." },
      { title: `${amounts.furtherCar} për çdo veturë tjetër`, text: "Një pagesë për shpallje, pa abonim." },
      {
        title: "Shtesa vetëm nëse i doni",
        text: `Sponsorizim ${amounts.perDay} në ditë, promovim në rrjete sociale ${amounts.social}.`,
      },
    ],
    calculator: "Llogaritni çmimin",
    days: "Ditë sponsorizimi",
    daysHint: "Vetura e sponsorizuar rekomandohet në krye të kërkimit.",
    daysValue: (days: number) => (days === 1 ? "1 ditë" : `${days} ditë`),
    social: "Promovim në rrjete sociale",
    socialHint: (amount: string) => `${amount} për veturë, postohet brenda ${socialPromotionHours} orëve.`,
    listing: "Publikimi i veturës",
    sponsorship: (days: number) => `Sponsorizimi (${days === 1 ? "1 ditë" : `${days} ditë`})`,
    total: "Gjithsej",
    firstFree: "Nëse është vetura juaj e parë, publikimi nuk paguhet.",
    publish: "Publikoni veturën",

    dealerHeading: "Për autosallone",
    dealerBenefits: [
      { title: "Shpallje pa kufi", text: "Publikoni sa vetura të doni, pa tarifë për secilën." },
      { title: "Panel profesional", text: "Statistikat, faturat dhe veturat tuaja në një vend." },
      {
        title: "Shenja e autosallonit",
        text: "«Autosallon» që ditën e parë; «Autosallon i verifikuar» pasi ta konfirmojmë biznesin, brenda dy ditëve pune.",
      },
      { title: "Mbështetje me përparësi", text: "Pyetjet e autosalloneve marrin përgjigje të parat." },
    ],
    plan: "Plani bazë",
    perMonth: "në muaj",
    planText: "Shpallje pa kufi. Paguhet menjëherë, pastaj çdo muaj. E anuloni kur të doni.",
    guarantee: `${moneyBackDays} ditë garanci: jua kthejmë pagesën e abonimit`,
    extras: "Shtesa sipas dëshirës",
    extraSponsorship: (amount: string) => `Sponsorizim: ${amount} në ditë për veturë`,
    extraSocial: (amount: string) => `Promovim në rrjete sociale: ${amount} për veturë`,
    example: `Shembull: ${dealerExample.cars} vetura në muaj`,
    exampleSubscription: "Abonimi",
    exampleSponsorship: `${dealerExample.cars} vetura × ${dealerExample.sponsorshipDays} ditë sponsorizim`,
    exampleSocial: `${dealerExample.socialPromotions} promovime në rrjete sociale`,
    exampleTotal: "Gjithsej në muaj",
    comparison: "Krahasimi i planeve",
    comparisonFeature: "Çfarë përfshihet",
    comparisonRows: (amounts: { furtherCar: string; perMonth: string }) => [
      { feature: "Vetura e parë", individual: "falas", dealer: "falas" },
      { feature: "Vetura të tjera", individual: `${amounts.furtherCar} secila`, dealer: "falas, pa kufi" },
      { feature: "Abonimi", individual: "nuk ka", dealer: `${amounts.perMonth} në muaj` },
      { feature: "Paneli i autosallonit", individual: "jo", dealer: "po" },
      { feature: "Shenja e autosallonit", individual: "jo", dealer: "po" },
      { feature: "Mbështetje me përparësi", individual: "jo", dealer: "po" },
    ],
    savings: (amount: string, paysOffFrom: number) =>
      `Me abonim kurseni ${amount} për çdo veturë pas së parës. Nga ${paysOffFrom} vetura të reja në muaj, vetëm tarifat do të kushtonin më shumë.`,
    becomeDealer: "Bëhu autosallon",
  },
} as const;
