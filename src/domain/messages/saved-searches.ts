import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import { formatNumber } from "#domain/format/format.ts";

const frequencies: Record<AlertFrequency, string> = {
  at_once: "Menjëherë",
  daily: "Një herë në ditë",
  never: "Asnjëherë",
};

/** Texts of saved searches and followed cars: the API's, the dialog's and the profile's. */
export const savedSearchMessages = {
  anySearch: "Kërkim i ruajtur",

  nothingChosen: "Zgjidhni të paktën një filtër ose shkruani çfarë kërkoni, pastaj ruajeni kërkimin",
  queryTooLong: "Ky kërkim ka tepër filtra për t'u ruajtur",
  queryRequired: "Kërkimi mungon",
  nameRequired: "Emri është i detyrueshëm",
  nameTooLong: (most: number) => `Emri mund të ketë më së shumti ${most} karaktere`,
  frequencyInvalid: "Zgjidhni sa shpesh doni të njoftoheni",
  savedSearchesFull: (most: number) =>
    `Mund të ruani më së shumti ${most} kërkime. Fshini një që nuk ju duhet më.`,
  followedCarsFull: (most: number) =>
    `Mund të ndiqni më së shumti ${most} vetura. Hiqni një që nuk ju intereson më.`,
  ownCar: "Kjo është vetura juaj",
  linkInvalid: "Kjo lidhje nuk është e vlefshme",

  frequencies,
  frequencyHints: {
    at_once: "Me email sapo të dalë një veturë",
    daily: "Një email në mëngjes, në orën 8",
    never: "Pa email; kërkimi mbetet te profili",
  } satisfies Record<AlertFrequency, string>,

  save: "Ruaj kërkimin",
  dialog: {
    title: "Ruaj kërkimin",
    text: "Ju njoftojmë kur të dalin vetura të reja që i përgjigjen këtij kërkimi.",
    name: "Emri i kërkimit",
    frequency: "Njoftimet me email",
    save: "Ruaj",
    cancel: "Anulo",
    saved: "Kërkimi u ruajt. E gjeni te profili juaj.",
    already: "Këtë kërkim e keni ruajtur tashmë",
    failed: "Kërkimi nuk u ruajt. Provoni përsëri.",
  },

  list: {
    heading: "Kërkimet e ruajtura",
    empty:
      "Ende nuk keni ruajtur asnjë kërkim. Te rezultatet shtypni «Ruaj kërkimin» dhe ju njoftojmë për veturat e reja.",
    toSearch: "Kërko vetura",
    failed: "Kërkimet e ruajtura nuk u ngarkuan.",
    count: (count: number) => (count === 1 ? "1 veturë" : `${formatNumber(count)} vetura`),
    mails: (frequency: string) => `Email: ${frequency.toLowerCase()}`,
    frequencyOf: (name: string) => `Njoftimet për: ${name}`,
    renameOf: (name: string) => `Riemërto kërkimin: ${name}`,
    newName: "Emri i ri",
    saveName: "Ruaj",
    cancel: "Anulo",
    remove: "Fshi",
    removeOf: (name: string) => `Fshi kërkimin: ${name}`,
    removeTitle: "Ta fshijmë kërkimin?",
    removeText: (name: string) => `«${name}» fshihet dhe nuk ju njoftojmë më për të.`,
    removed: "Kërkimi u fshi",
    renamed: "Emri u ndryshua",
    frequencyChanged: "Njoftimet u ndryshuan",
    changeFailed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
  },

  follow: {
    stopped: "Nuk e ndiqni më këtë çmim",
    failed: "Nuk u ruajt. Provoni përsëri.",
  },

  followed: {
    heading: "Çmimet që ndiqni",
    empty: "Nuk ndiqni asnjë çmim. Te faqja e një veture shtypni «Ndiq çmimin» dhe ju shkruajmë kur të ulet.",
    failed: "Veturat që ndiqni nuk u ngarkuan.",
    unchanged: (date: string) => `Çmimi është i njëjti që nga ${date}`,
    since: (price: string, date: string) => `${price} kur filluat, më ${date}`,
    lower: (amount: string) => `${amount} më lirë`,
    higher: (amount: string) => `${amount} më shtrenjtë`,
    removeOf: (car: string) => `Mos e ndiq më: ${car}`,
    more: (hidden: number) => `Shfaqi edhe ${hidden} të tjera`,
  },

  unsubscribe: {
    title: "Çregjistrimi nga njoftimet",
    ask: "Nuk doni më email të tillë?",
    text: "Me një shtypje i ndalni njoftimet për këtë kërkim, këtë veturë ose stokun tuaj. Llogaria juaj dhe kërkimet e tjera mbeten si janë.",
    confirm: "Mos më shkruani më",
    done: "U bë. Nuk ju shkruajmë më për këtë.",
    doneText: "Nëse ndryshoni mendim, njoftimet i ndizni përsëri te profili juaj.",
    invalidText:
      "Lidhja mund të jetë shkurtuar nga programi i email-it. Njoftimet mund t'i ndalni edhe te profili juaj.",
    failed: "Nuk u krye. Provoni përsëri.",
    toProfile: "Shko te profili",
  },
} as const;
