/** Texts about photos: why one is refused, and what to do instead. */
export const photoMessages = {
  missing: "Zgjidhni një foto për të ngarkuar",
  notAPicture: "Skedari nuk është foto. Pranohen fotot JPEG, PNG, WebP, AVIF dhe HEIC.",
  unsupportedFormat: (format: string) =>
    `Fotot ${format} nuk pranohen. Pranohen fotot JPEG, PNG, WebP, AVIF dhe HEIC.`,
  broken: "Fotoja është e dëmtuar ose e paplotë. Provoni ta ngarkoni përsëri ose zgjidhni një tjetër.",
  tooManyPixels: "Fotoja është tepër e madhe: pranohen foto deri në 50 megapiksel.",
  sidesOutOfRange: "Përmasat e fotos nuk pranohen: është tepër e gjatë ose tepër e ngushtë.",
  tooCostly: "Fotoja nuk mund të përpunohet. Ruajeni përsëri si JPEG ose zgjidhni një tjetër.",
  fileTooLarge: "Fotoja është tepër e madhe: pranohen skedarë deri në 25 MB.",
  uploadBrokenOff: "Ngarkimi u ndërpre. Provoni përsëri.",
  busy: "Po përpunohen shumë foto. Provoni përsëri pas pak.",
  tooManyLoose:
    "Keni shumë foto që nuk janë në asnjë shpallje. Përdorini në shpallje, ose provoni përsëri më vonë.",
  notYours: "Njëra nga fotot nuk u gjet te fotot tuaja. Ju lutem ngarkojeni përsëri.",
  unknownAddress: "Njëra nga fotot ka adresë që nuk pranohet. Ju lutem ngarkojeni foton.",
  notFound: "Fotoja nuk u gjet",
} as const;
