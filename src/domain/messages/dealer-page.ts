import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { maxSpansADay } from "#domain/dealers/opening-hours.ts";

/** Texts of a dealer's own part of the public page: address, phone, hours (specification.md#dealer-page). */
export const ownPageMessages = {
  addressTooLong: `Adresa mund të ketë deri në ${dealerLimits.maxPageAddress} karaktere`,
  addressInvalid: "Adresa nuk mund të ketë shenjat < dhe >",
  hoursInvalid: "Orari i punës nuk është i plotë",
  dayInvalid: "Orari i kësaj dite nuk është i vlefshëm",
  tooManySpans: `Një ditë mund të ketë deri në ${maxSpansADay} orare`,
  faults: {
    time: "Shkruani orën e hapjes dhe të mbylljes, p.sh. 09:00 dhe 18:00",
    order: "Mbyllja duhet të jetë pas hapjes; më së voni në mesnatë",
    overlap: "Orari i dytë duhet të fillojë pasi të mbarojë i pari",
  },
  noPhone: "Ky autosallon nuk e ka vënë telefonin në faqe",

  public: {
    label: "Kontakti dhe orari",
    call: "Telefono",
    callFailed: "Numri nuk u mor. Provoni përsëri.",
    withoutScripts: "Për të parë numrin e telefonit duhet JavaScript në shfletues.",
    map: "Shiko në hartë",
    mapLabel: (address: string) => `Shiko në hartë: ${address}`,
  },

  form: {
    heading: "Faqja juaj publike",
    intro:
      "Adresa, telefoni dhe orari në faqen tuaj, që blerësit t'ju gjejnë. Shfaqet vetëm çfarë shkruani këtu.",
    failed: "Të dhënat e faqes nuk u ngarkuan. Provoni përsëri.",
    nothing: "Ende nuk keni dhënë adresë, telefon ose orar.",
    address: "Adresa",
    addressHint: "Bëhet publike: e sheh kushdo që hap faqen tuaj, me lidhje te harta.",
    phone: "Telefoni",
    phoneHint: "Bëhet publik: e merr kushdo që e shtyp «Telefono» në faqen tuaj.",
    showHours: "Trego orarin e punës",
    hoursHint: "Bëhet publik: në faqen tuaj del edhe «Hapur tani».",
    states: { closed: "Mbyllur", open: "Hapur", same: "Njësoj si dita më sipër" },
    state: (day: string) => `${day}: hapur apo mbyllur`,
    from: "Hapet",
    to: "Mbyllet",
    fromAgain: "Hapet përsëri",
    toAgain: "Mbyllet përsëri",
    addBreak: "Shto pushim",
    addBreakTo: (day: string) => `Shto pushim, ${day}`,
    removeBreak: "Hiq pushimin",
    removeBreakOf: (day: string) => `Hiq pushimin, ${day}`,
    edit: "Ndrysho",
    cancel: "Anulo",
    save: "Ruaj",
    saved: "Faqja publike u ruajt",
    saveFailed: "Faqja publike nuk u ruajt. Provoni përsëri.",
  },
} as const;
