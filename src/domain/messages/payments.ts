/** Texts of the API's answers about payments and subscriptions (specification.md#payments). */
export const paymentMessages = {
  checkoutFailed: "Gabim në krijimin e pagesës",
  verifyFailed: "Gabim në verifikimin e pagesës",
  portalFailed: "Gabim në hapjen e portalit të menaxhimit",
  cancelFailed: "Gabim në anulimin e abonimit",
  reactivateFailed: "Gabim në riaktivizimin e abonimit",
  dashboardFailed: "Gabim në ngarkimin e dashboard-it",

  sessionIdRequired: "Session ID mungon",
  carDataRequired: "Të dhënat e veturës mungojnë",
  carDataTwice: "Dërgoni të dhënat e veturës ose veturën e shpallur, jo të dyja",
  amountInvalid: "Shuma nuk është e vlefshme",
  priceChanged: "Çmimi ka ndryshuar. Kontrolloni shumën dhe provoni përsëri.",
  nothingToPay: "Për këtë veturë nuk ka çfarë të paguhet",
  notPaid: "Pagesa ende nuk është kryer",
  paymentNotFound: "Pagesa nuk u gjet",
  paymentRefunded: "Pagesa u kthye, sepse ajo që paguat nuk mund të kryhej më",
  subscriptionRefunded: "Pagesa e abonimit u kthye, prandaj abonimi nuk është aktiv.",
  paymentClosed: "Kjo pagesë është mbyllur. Filloni një të re.",
  refundUnderWay:
    "Për këtë pagesë një kthim është tashmë në punë. Rifreskoni faqen për të parë si përfundoi.",
  refundRefused:
    "Stripe nuk e pranoi kthimin: paratë janë kthyer tashmë, ose pagesa është kundërshtuar në bankë. Rifreskoni faqen.",
  refundTooMuch: (left: string) => `Mund të kthehen deri në ${left}`,
  refundNothingLeft: "Nga kjo pagesë nuk ka mbetur çfarë të kthehet",
  refundReasonRequired: "Shkruani arsyen: paguesi e merr me email",
  whatInvalid: "Zgjidhni për çfarë është pagesa",
  methodInvalid: "Zgjidhni bankë ose para të gatshme",
  currencyInvalid: "Valuta duhet të jetë USD ose EUR",
  documentRequired: "Shkruani numrin e dokumentit të bankës ose të arkës",
  documentTooLong: "Numri i dokumentit mund të ketë deri në 60 karaktere",
  documentTaken: (number: string) => `Ky dokument është shënuar tashmë te pagesa ${number}`,
  monthsInvalid: "Muajt duhet të jenë nga 1 deri në 36",
  monthsOnlyDealers: "Muajt vlejnë vetëm për autosallone",
  userInvalid: "Zgjidhni llogarinë që ka paguar",
  nothingWaiting:
    "Kjo llogari nuk ka veturë që pret pagesë. Personi le ta plotësojë shpalljen deri te faqja e pagesës.",
  subscriptionRenews:
    "Abonimi me kartelë vazhdon vetë. Personi le ta anulojë së pari, që të mos paguajë dy herë.",
  manualRefused: "Ajo që u pagua nuk mund të kryhej, prandaj pagesa nuk u shënua.",
  endsInvalid: "Zgjidhni nëse përfundon ajo që u ble",
  carNotListed: "Kjo veturë nuk shfaqet në kërkim, prandaj shtesat nuk do të kishin dobi",
  alreadyPromoted:
    "Promovimi i kësaj veture në rrjetet sociale është paguar tashmë dhe pret të publikohet. Mund ta blini përsëri pasi të publikohet.",
  providerAway: "Shërbimi i pagesave nuk po përgjigjet. Provoni përsëri pas pak.",
  signatureInvalid: "Nënshkrimi nuk është i vlefshëm",

  businessNameRequired: "Emri i biznesit është i detyrueshëm",
  businessNameTooLong: "Emri i biznesit mund të ketë deri në 100 karaktere",
  businessAddressRequired: "Adresa e biznesit është e detyrueshme",
  businessAddressTooLong: "Adresa e biznesit mund të ketë deri në 200 karaktere",
  taxNumberRequired: "Shkruani numrin fiskal",
  noBusiness: "Autosalloni juaj nuk ka të dhëna biznesi. Na shkruani dhe i shtojmë.",
  alreadyVerified: "Biznesi juaj është verifikuar tashmë",
  taxNumberTooLong: "Numri fiskal mund të ketë deri në 40 karaktere",
  websiteInvalid: "Adresa e faqes nuk është e vlefshme. Shkruajeni p.sh. https://shembull.com",
  businessTypeInvalid: "Lloji i biznesit nuk është i vlefshëm",
  alreadySubscribed: "Ju tashmë keni një abonim aktiv",
  noSubscription: "Nuk keni abonim aktiv",
  dealersOnly: "Aksesi i kufizuar për dealer",
  dealerNotFound: "Autosalloni nuk u gjet",
  canceled: "Abonimi do të përfundojë në fund të periudhës së paguar",
  reactivated: "Abonimi u riaktivizua",

  /** Lines on the provider's card page, on invoices and receipts. */
  lines: {
    listing: "Publikimi i veturës",
    sponsorship: (days: number) => (days === 1 ? "Sponsorizim për 1 ditë" : `Sponsorizim për ${days} ditë`),
    socialPromotion: "Promovim në rrjete sociale",
    months: (count: number) =>
      count === 1 ? "Abonimi si autosallon për 1 muaj" : `Abonimi si autosallon për ${count} muaj`,
    dealerPlan: (site: string) => `Abonim mujor për autosallone në ${site}`,
  },
  /** The plan's name, on the dashboard and in mails. */
  planName: "Autosallon profesional",
  pricePerMonth: (amount: string) => `${amount} në muaj`,
} as const;
