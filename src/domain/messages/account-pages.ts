/** Texts of the pages for signing in, registering and passwords; the rules' own texts are in account.ts. */
export const accountPageMessages = {
  loginTitle: "Hyni në llogari",
  loginIntro: "Mirë se u kthyet. Hyni për të menaxhuar veturat tuaja.",
  registerTitle: "Krijo llogari",
  registerIntro: "Publikoni veturën e parë falas, për pak minuta.",
  /** Explains to a guest why signing in is needed; replaces the intro. */
  whySignIn: {
    follow: "Hyni që t'ju shkruajmë me email kur të ulet çmimi i kësaj veture. E ndiqni sapo të hyni.",
    saveSearch:
      "Hyni që t'ju njoftojmë kur të dalin vetura të reja për këtë kërkim. Kërkimi ruhet sapo të hyni.",
  },
  whyRegister: {
    follow:
      "Krijoni llogari që t'ju shkruajmë me email kur të ulet çmimi i kësaj veture. E ndiqni sapo të regjistroheni.",
    saveSearch:
      "Krijoni llogari që t'ju njoftojmë kur të dalin vetura të reja për këtë kërkim. Kërkimi ruhet sapo të regjistroheni.",
  },
  email: "Email-i",
  password: "Fjalëkalimi",
  confirmPassword: "Përsërit fjalëkalimin",
  firstName: "Emri",
  lastName: "Mbiemri",
  phone: "Telefoni",
  code: "Kodi nga aplikacioni",
  codeHint: "Ose një nga kodet tuaja rezervë.",
  showPassword: "Shfaq fjalëkalimin",
  hidePassword: "Fshih fjalëkalimin",
  passwordHint: "Të paktën 6 karaktere",
  login: "Hyr",
  register: "Regjistrohu",
  acceptBefore: "Duke u regjistruar i pranoni",
  acceptTerms: "kushtet e përdorimit",
  acceptAnd: "dhe",
  acceptPrivacy: "politikën e privatësisë",
  noAccount: "Nuk keni llogari?",
  haveAccount: "Keni llogari?",
  toRegister: "Regjistrohu",
  toLogin: "Hyr",
  forgot: "Keni harruar fjalëkalimin?",

  forgotTitle: "Keni harruar fjalëkalimin?",
  forgotIntro: "Shkruani email-in e llogarisë. Ju dërgojmë një lidhje për ta vendosur fjalëkalimin e ri.",
  forgotSend: "Dërgo lidhjen",
  forgotSentTitle: "Shikoni email-in",
  forgotSent: (email: string) =>
    `Nëse ka llogari me ${email}, ju kemi dërguar një lidhje. Ajo vlen 30 minuta. Shikoni edhe te mesazhet e padëshiruara.`,
  backToLogin: "Kthehu te hyrja",

  resetTitle: "Fjalëkalimi i ri",
  resetIntro: "Zgjidhni një fjalëkalim me të paktën 8 karaktere.",
  resetPassword: "Fjalëkalimi i ri",
  resetSave: "Ruaj fjalëkalimin",
  resetDone: "Fjalëkalimi u ndryshua. Tani mund të hyni.",
  resetMissing: "Kjo lidhje nuk është e plotë. Kërkoni një të re.",
  resetNewLink: "Kërko lidhje të re",

  verify: {
    title: "Konfirmoni email-in",
    intro: "Shtypni butonin që ta dimë se kjo adresë është e juaja.",
    confirm: "Konfirmo email-in",
    done: "Email-i u konfirmua",
    doneText:
      "Tani ju shkruajmë edhe kur del një veturë që kërkoni, ose kur i ulet çmimi një veture që ndiqni.",
    already: "Email-i juaj është konfirmuar tashmë. Nuk duhet të bëni më asgjë.",
    invalidText: "Nëse email-i juaj nuk është konfirmuar ende, një lidhje të re e kërkoni te profili.",
    missing: "Kjo lidhje nuk është e plotë.",
    failed: "Email-i nuk u konfirmua. Provoni përsëri.",
    toProfile: "Te profili",
    toSearch: "Kërko vetura",
  },
  requestFailed: "Kërkesa nuk u dërgua. Provoni përsëri.",
} as const;
