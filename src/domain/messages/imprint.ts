/** /imprint: who runs the site. */
export const imprintMessages = {
  title: "Impresumi",
  description: (siteName: string) => `Kush e mban faqen ${siteName}: kompania, numrat dhe kontakti.`,
  lead: (siteName: string) => `Kush e mban faqen ${siteName} dhe përgjigjet për të.`,
  operator: "Operatori",
  address: "Adresa",
  businessNumber: "Numri i biznesit",
  fiscalNumber: "Numri fiskal",
  vatNumber: "Numri i TVSH-së",
  email: "Email",
  phone: "Telefoni",
  notSet: "Ende nuk është shënuar",
  noVat: "Nuk është në sistemin e TVSH-së",
  contents: (siteName: string) =>
    `Shpalljet i shkruajnë shitësit dhe ata përgjigjen për to. Nëse një shpallje është e pavërtetë ose e shkel ligjin, raportojeni te faqja e saj ose na shkruani: ${siteName} e shqyrton dhe e heq kur duhet.`,
} as const;
