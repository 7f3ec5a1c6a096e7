/** Texts of the feeds: a dealer's cars for other sites (specification.md#feeds). */
export const feedMessages = {
  outward: {
    heading: "Veturat tuaja në faqe të tjera",
    intro:
      "Facebook, Instagram dhe faqe të tjera mund t'i lexojnë veturat tuaja në shitje nga një adresë. Numri i telefonit nuk është aty.",
    label: "Lejo faqet e tjera t'i lexojnë veturat",
    csv: "Adresa për Facebook dhe Instagram (CSV)",
    json: "Adresa për faqe dhe programe (JSON Feed)",
    copy: "Kopjo",
    copied: "Adresa u kopjua.",
    copyFailed: "Adresa nuk u kopjua. Shënojeni dhe kopjojeni vetë.",
    loadFailed: "Gjendja nuk u lexua. Provoni përsëri.",
    switchedOn: "Veturat tuaja tani lexohen edhe nga faqet e tjera.",
    switchedOff: "Veturat tuaja nuk lexohen më nga faqet e tjera.",
    switchFailed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
  },
} as const;
