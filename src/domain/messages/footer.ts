/** Texts of the footer. Separate from the navigation's, because browsers do not render the footer themselves. */
export const footerMessages = {
  blurb: (siteName: string) =>
    `${siteName} është tregu i veturave në Kosovë: kërkoni, krahasoni dhe shisni shpejt, me foto të mira dhe çmime të qarta.`,
  pricing: "Çmimet",
  individual: "Individual",
  individualPrice: "Vetura e parë falas",
  individualNote: (fee: string) => `Secila tjetër ${fee}`,
  dealer: "Autosallon profesional",
  dealerPrice: (fee: string) => `${fee} në muaj`,
  dealerNote: "Shpallje pa kufi",
  contact: "Kontakti",
  location: "Prishtinë, Kosovë",
  follow: "Na ndiqni",
  value: "Sa vlen vetura ime?",
  costs: "Sa kushton dogana?",
  terms: "Kushtet e përdorimit",
  privacy: "Privatësia",
  imprint: "Impresumi",
  rights: (year: number, siteName: string) => `© ${year} ${siteName}. Të gjitha të drejtat e rezervuara.`,
} as const;
