/** Texts of the profile (SPEC section 2 "Profile"); the rules' own texts are in account.ts. */
export const profileMessages = {
  title: "Profili im",
  intro: (email: string) => `Keni hyrë me ${email}.`,

  unproven: {
    heading: "Email-i juaj nuk është konfirmuar ende",
    text: (email: string) =>
      `Hapni lidhjen që ju dërgojmë te ${email}. Deri atëherë presin vetëm email-et për kërkimet e ruajtura dhe për uljen e çmimeve; gjithçka tjetër funksionon.`,
    resend: "Dërgo lidhjen përsëri",
    sent: (email: string) => `Lidhja u dërgua te ${email}. Shikoni edhe te mesazhet e padëshiruara.`,
    failed: "Lidhja nuk u dërgua. Provoni përsëri.",
  },

  stats: {
    heading: "Shitjet tuaja në shifra",
    total: "Gjithsej vetura",
    active: "Aktive",
    sold: "Të shitura",
    status: "Statusi",
  },
  dealer: "Autosallon",
  individual: "Individual",
  loadFailed: "Gabim në ngarkim",
  loadFailedHint:
    "Shifrat dhe çmimi i veturës së ardhshme nuk u ngarkuan. Të dhënat tuaja janë të paprekura.",

  form: {
    heading: "Të dhënat personale",
    firstName: "Emri",
    lastName: "Mbiemri",
    email: "Email-i",
    emailHint: "Email-i nuk mund të ndryshohet.",
    phone: "Telefoni",
    passwordHeading: "Ndrysho fjalëkalimin",
    passwordHint: "Lëreni të zbrazët nëse nuk doni ta ndryshoni. Të paktën 8 karaktere.",
    passwordNote: "Me fjalëkalimin e ri dilni nga llogaria në të gjitha pajisjet e tjera.",
    currentPassword: "Fjalëkalimi i tanishëm",
    password: "Fjalëkalimi i ri",
    confirmPassword: "Përsërit fjalëkalimin e ri",
    save: "Ruaj ndryshimet",
  },

  actions: {
    heading: "Veprime të shpejta",
    addCar: "Shto veturë",
    myCars: "Shitjet e mia",
    favorites: "Të preferuarat",
    becomeDealer: "Bëhu autosallon",
    payments: "Pagesat e mia",
    dashboard: "Paneli i autosallonit",
  },

  account: {
    heading: "Llogaria",
    name: "Emri",
    email: "Email-i",
    phone: "Telefoni",
    proven: "i konfirmuar",
    unproven: "i pakonfirmuar",
    noPhone: "Nuk është vendosur",
    memberSince: "Anëtar që nga",
    type: "Lloji i llogarisë",
    status: "Statusi",
    active: "Aktiv",
    subscriptionUntil: "Abonimi aktiv deri më",
    subscriptionEnded: "Abonimi ka përfunduar më",
  },

  nextCar: {
    heading: "Vetura e ardhshme",
    free: "Falas",
    freeHint: "Veturën e parë e publikoni pa pagesë.",
    included: "E përfshirë në abonim",
    includedHint: "Si autosallon publikoni vetura pa kufi.",
    paidHint: "Një pagesë për shpallje. Paguhet në dollarë kur ta publikoni.",
  },

  sessions: {
    heading: "Pajisjet ku keni hyrë",
    text: "Nëse nuk e njihni ndonjërën, dilni prej saj dhe ndryshoni fjalëkalimin.",
    failed: "Pajisjet nuk u ngarkuan",
    current: "Kjo pajisje",
    since: (day: string) => `Keni hyrë më ${day}`,
    used: (ago: string, day: string) => `Përdorur ${ago} · keni hyrë më ${day}`,
    end: "Dil",
    endOf: (device: string, ago: string) => `Dil nga ${device}, përdorur ${ago}`,
    ended: "Dolët nga ajo pajisje",
    endOthers: "Dil nga të gjitha të tjerat",
    othersEnded: "Dolët nga të gjitha pajisjet e tjera",
    endFailed: "Dalja nuk u krye. Provoni përsëri.",
    more: (count: number) => `Shfaq edhe ${count}`,
  },

  privacy: {
    heading: "Të dhënat dhe privatësia",
    text: "Merrni me vete gjithçka që kemi ruajtur për ju, ose mbyllni llogarinë.",
    policy: "Lexoni si i ruajmë të dhënat",
    download: "Shkarko të dhënat e mia",
    downloaded: "Të dhënat u shkarkuan",
    downloadFailed: "Të dhënat nuk u shkarkuan. Provoni përsëri.",
    fileName: (day: string) => `te-dhenat-e-mia-${day}.json`,
    remove: "Fshi llogarinë",
  },

  removal: {
    title: "Ta fshijmë llogarinë?",
    lead: "Ky veprim nuk kthehet mbrapsht. Përgjithmonë fshihen:",
    gone: [
      "llogaria, emri, email-i dhe telefoni juaj;",
      "të gjitha veturat tuaja me fotot e tyre, edhe ato të shitura dhe në arkiv;",
      "ditët e sponsorizimit që kanë mbetur.",
    ],
    goneDealer: "faqja e autosallonit; abonimi mbyllet menjëherë dhe nuk paguhet më.",
    stays: "Pagesat e bëra mbeten në librat tanë, por pa të dhënat tuaja.",
    password: "Shkruani fjalëkalimin për ta vërtetuar",
    confirm: "Fshi përgjithmonë",
    cancel: "Anulo",
    done: "Llogaria juaj u fshi",
    failed: "Llogaria nuk u fshi. Provoni përsëri.",
  },
} as const;
