/** Texts of importing a dealer's stock (specification.md#stock), beside those of its faults (stock-faults.ts). */
export const stockMessages = {
  formatUnknown: "Formati duhet të jetë auto, vetura ose mobile_de",
  cellTooLong: "Ky tekst është shumë i gjatë",
  cellInvalid: "Vlera e fushës duhet të jetë tekst ose numër",
  archiveMissingRequired: "Zgjidhni a të arkivohen veturat që mungojnë në skedar",
  importNotFound: "Ky importim nuk u gjet",
  importNotReady: "Ky importim nuk është gati. Rifreskoni faqen dhe provoni përsëri.",
  stockChanged: "Stoku juaj ka ndryshuar që nga kontrolli. Skedari po kontrollohet përsëri.",
  tooManyMissing: "Më shumë se 30 % e stokut do të arkivohej. Konfirmoni nëse kjo është në rregull.",
  notRevertible: "Vetëm importimi i fundit i aplikuar mund të zhbëhet",
  fileType: "Ngarkoni një skedar CSV ose ZIP",
  referenceInvalid: "Referenca mund të ketë 1 deri në 40 shkronja pa theks, numra dhe shenjat - _ .",
  referenceTaken: "Një veturë tjetër e juaja e ka këtë referencë",
} as const;
