/** Validation texts of settings, by field. */
export const settingsMessages = {
  changedMeanwhile: "Cilësimet i ndryshoi dikush tjetër ndërkohë. Rifreskoni faqen dhe provoni përsëri.",
  feeInvalid: "Tarifa duhet të jetë $0 ose nga $0,50 deri në $1.000, më së shumti dy shifra pas presjes",
  subscriptionInvalid: "Abonimi duhet të jetë nga $1 deri në $1.000, më së shumti dy shifra pas presjes",
  tooManyPhotos: (most: number) =>
    most === 1 ? "Mund të vendosni vetëm 1 foto" : `Mund të vendosni deri në ${most} foto`,
  photosInvalid: (most: number) => `Numri i fotove duhet të jetë nga 1 deri në ${most}`,
  sponsorshipDaysInvalid: (most: number) => `Ditët e sponsorizimit duhet të jenë nga 1 deri në ${most}`,
  nameInvalid: "Emri i kompanisë është i detyrueshëm, më së shumti 150 shenja",
  addressInvalid: "Adresa është e detyrueshme, më së shumti 300 shenja",
  numberInvalid: "Numri mund të ketë vetëm shkronja, shifra, hapësira, pika, / dhe -, më së shumti 30 shenja",
  emailInvalid: "Email-i nuk është i vlefshëm",
  phoneInvalid: "Numri i telefonit nuk është i vlefshëm",
  linkInvalid: "Adresa duhet të fillojë me https:// ose http://",
  eurRateInvalid:
    "Kursi duhet të jetë nga 0,1 deri në 10 euro për një dollar, më së shumti gjashtë shifra pas presjes",
  textUnknown: "Ky tekst nuk ekziston",
  textTooLong: "Teksti është tepër i gjatë",
  versionInvalid: "Versioni i cilësimeve mungon ose nuk është numër",
} as const;
