import { socialPromotionHours } from "#domain/site/site-figures.ts";

const days = (count: number) => (count === 1 ? "1 ditë" : `${count} ditë`);

/** Texts of /checkout, the pages after paying, and the extras' dialog (specification.md#payment-pages). */
export const paymentPageMessages = {
  checkout: {
    title: "Pagesa",
    dataMissing: "Të dhënat e çmimit mungojnë",
    opening: "Po hapet faqja e sigurt e pagesës…",
    openingText:
      "Me kartelë paguani te ofruesi i pagesave; numrin e saj ne nuk e shohim. Pasi të paguani, ktheheni këtu.",
    openByHand: "Nëse faqja nuk hapet vetë, vazhdoni këtu",
    paused: "Pagesa nuk është kryer ende",
    pausedText: "Nuk keni paguar asgjë. Vazhdoni kur të jeni gati.",
    proceed: (amount: string) => `Vazhdo te pagesa · ${amount}`,
    failed: "Gabim në krijimin e pagesës",
    failedText: "Nuk keni paguar asgjë dhe të dhënat tuaja janë ruajtur.",
    addressMissing: "Adresa e faqes së pagesës mungon",
    priceChanged: "Çmimi ka ndryshuar",
    priceChangedText: (before: string, now: string) =>
      `Ishte ${before}, tani është ${now}. Vazhdoni vetëm nëse pajtoheni me çmimin e ri.`,
    nothingToPay: "Nuk ka më asgjë për të paguar",
    nothingToPayText: "Kjo veturë tani publikohet pa pagesë. Kthehuni te përmbledhja për ta publikuar.",
    retry: "Provo Përsëri",
    backToSummary: "Kthehu te përmbledhja",
    backToMyCars: "Kthehu te shitjet e mia",
    summary: "Çfarë paguani",
    extrasFor: "Shtesa për veturën tuaj",
    againFor: "Publikim i ri i veturës suaj",
    listing: "Publikimi i veturës",
    extrasForSeveral: "Sponsorizim për veturat tuaja",
    withOthers: (name: string, others: number) =>
      `${name} dhe ${others === 1 ? "1 veturë tjetër" : `${others} të tjera`}`,
    sponsorship: (count: number, cars: number) =>
      cars === 1 ? `Sponsorizimi · ${days(count)}` : `Sponsorizimi · ${cars} vetura × ${days(count)}`,
    social: "Promovim në rrjete sociale",
    total: "Gjithsej",
    currency: "Pagesa bëhet në dollarë amerikanë (USD).",
    testMode: "Modalitet prove: nuk lëvizin para të vërteta.",
    testCard: "Kartela e provës",
    testCardHint: "çfarëdo date në të ardhmen dhe çfarëdo kodi CVC",
  },

  success: {
    title: "Pagesa u krye",
    heading: "Pagesa u krye me sukses!",
    lead: "Faleminderit. Dëshminë e pagesës do ta merrni me email.",
    sessionMissing: "Session ID mungon",
    sessionMissingText:
      "Kësaj adrese i mungon numri i pagesës, prandaj nuk e dimë cilën ta tregojmë. Nëse keni paguar, mos paguani përsëri: pagesën e gjeni te «Pagesat e mia».",
    toPayments: "Pagesat e mia",
    verifying: "Po verifikohet pagesa…",
    verifyFailed: "Gabim në verifikimin e pagesës",
    verifyFailedText:
      "Nëse keni paguar, mos paguani përsëri: vetura publikohet vetë sapo të na konfirmohet pagesa.",
    toHome: "Shko në ballinë",
    paid: "Shuma e paguar",
    car: "Vetura juaj",
    severalCars: "Veturat tuaja",
    severalSponsored: (cars: number, count: number) =>
      `${cars} vetura janë të sponsorizuara, secila për ${days(count)}.`,
    carGone: "Kjo veturë nuk është më në dispozicion.",
    viewCar: "Shikoni veturën",
    share: "Shpërndajeni shpalljen",
    listed: "Vetura juaj është publikuar dhe blerësit mund ta gjejnë në kërkim.",
    notes: "Çfarë vjen tani",
    sponsorship: (count: number) =>
      `Vetura juaj është e sponsorizuar për ${days(count)}: del e para në kërkim, me shenjën «E\u00A0rekomanduar».`,
    social: `Vetura juaj do të publikohet në rrjetet tona sociale brenda ${socialPromotionHours} orëve.`,
    refundedHeading: "Kjo pagesë është kthyer",
    refundedLead: "Shuma u kthye në kartelën tuaj. Ajo që u ble me këtë pagesë ka përfunduar.",
    disputedHeading: "Kjo pagesë është kundërshtuar në bankë",
    disputedLead: "Derisa banka të vendosë, ajo që u ble me këtë pagesë është pezulluar.",
    refunded: "Shuma e kthyer",
    toMyCars: "Shitjet e mia",
    addCar: "Shto një veturë tjetër",
  },

  failed: {
    title: "Pagesa dështoi",
    heading: "Pagesa nuk u krye",
    unknown: "Gabim i panjohur në procesimin e pagesës. Ju lutem provoni përsëri.",
    canceledHeading: "Pagesa u anulua",
    canceled: "E keni ndërprerë pagesën. Nuk keni paguar asgjë.",
    causes: "Shkaqet e mundshme",
    causeList: [
      "Kartela nuk ka mjete të mjaftueshme.",
      "Të dhënat e kartelës janë shkruar gabim, ose kartela ka skaduar.",
      "Banka nuk i lejon pagesat në internet me këtë kartelë.",
      "Lidhja me internetin u ndërpre gjatë pagesës.",
    ],
    kept: "Nëse po publikonit një veturë, të dhënat e saj janë ruajtur në këtë pajisje.",
    resume: "Vazhdoni shpalljen",
    back: "Kthehu prapa",
    toHome: "Shko në ballinë",
    support: "Keni nevojë për ndihmë?",
    supportText: "Na shkruani ose na telefononi; ju përgjigjemi shpejt.",
  },

  extras: {
    title: "Më shumë blerës për veturën",
    titleSeveral: (cars: number) => `Sponsorizo ${cars} vetura`,
    several: (first: string, others: number) =>
      `${first} dhe ${others === 1 ? "1 veturë tjetër" : `${others} të tjera`}, secila për aq ditë.`,
    severalSponsoredNow: (cars: number) =>
      cars === 1
        ? "1 prej tyre është tashmë e sponsorizuar: ditët e reja i fillojnë kur t'i mbarojnë të tanishmet."
        : `${cars} prej tyre janë tashmë të sponsorizuara: ditët e reja u fillojnë kur t'u mbarojnë të tanishmet.`,
    perDayEach: (amount: string) => `${amount} për ditë dhe veturë`,
    sponsorship: "Sponsorizimi",
    days: (count: number) => (count === 0 ? "Pa sponsorizim" : days(count)),
    sponsorshipHint: "Vetura del e para dhe me shenjën «E\u00A0rekomanduar».",
    sponsoredNow: "Vetura është tashmë e sponsorizuar: ditët e reja fillojnë kur të mbarojnë të tanishmet.",
    social: "Promovim në rrjete sociale",
    socialHint: (amount: string) =>
      `E publikojmë në rrjetet tona brenda ${socialPromotionHours} orëve. ${amount} për veturë.`,
    perDay: (amount: string) => `${amount} për ditë`,
    total: "Gjithsej",
    next: "Në hapin tjetër paguani me kartelë, në dollarë amerikanë.",
    choose: "Zgjidhni ditët ose promovimin",
    pay: (amount: string) => `Vazhdo te pagesa · ${amount}`,
    cancel: "Anulo",
  },
} as const;
