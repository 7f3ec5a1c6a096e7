/** Texts around every page: navigation, and placeholders for missing pages. */
export const shellMessages = {
  skipToContent: "Kalo te përmbajtja",
  homeOf: (siteName: string) => `${siteName} – ballina`,
  mainNavigation: "Navigimi kryesor",
  searchLabel: "Kërko vetura",
  searchPlaceholder: "Markë ose model",
  search: "Kërko",
  login: "Hyr",
  register: "Regjistrohu",
  addCar: "Shto veturë",
  /** A guest's link to the sell form. */
  sell: "Shit",
  favorites: "Të preferuarat",
  allCars: "Të gjitha veturat",
  logout: "Dil",
  openMenu: "Hap menynë",
  menu: "Menyja",

  errorTitle: "Diçka shkoi keq",
  errorText: "Ndodhi një gabim i papritur. Provoni përsëri pas pak.",
  offlineText: "Nuk ka lidhje me serverin. Kontrolloni internetin dhe provoni përsëri.",
  /** Link to the cars that can be read offline. */
  savedCars: "Veturat e ruajtura",
  busyText: "Shërbimi është i ngarkuar për momentin. Provoni përsëri pas pak.",
  reloadPage: "Rifresko Faqen",
  tryAgain: "Provo Përsëri",
  notFoundTitle: "Kjo faqe nuk u gjet",
  notFoundText: "Adresa mund të jetë shkruar gabim, ose faqja nuk ekziston më.",
  toHome: "Shko në ballinë",
  toSearch: "Kërko vetura",
  loadingPage: "Faqja po ngarkohet…",
  checkingSession: "Duke kontrolluar llogarinë...",
} as const;
