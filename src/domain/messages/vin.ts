import { maxNote } from "#domain/cars/mileage-history.ts";
import { vinLength } from "#domain/cars/vin.ts";

/** Texts of the identification number in the form, and what is wrong with one. */
export const vinMessages = {
  invalid: `Numri i shasisë ka ${vinLength} shenja: shkronja latine dhe shifra, pa I, O dhe Q`,
  noteTooLong: `Shënimi mund të ketë më së shumti ${maxNote} shenja`,
  noteInvalid: "Shënimi duhet të jetë tekst",

  label: "Numri i shasisë (VIN)",
  gain: "+ besim",
  hint: "Të plotë nuk e sheh askush. Blerësit shohin vetëm tri shenjat e para dhe katër të fundit, dhe mund ta krahasojnë me numrin që e lexojnë te vetura.",
  keep: "Lëreni siç është për ta mbajtur, ose fshijeni për ta hequr.",
  whereTitle: "Ku gjendet?",
  where: [
    "poshtë në xhamin e përparmë, në anën e shoferit",
    "në shtyllën e derës së shoferit",
    "në lejen e qarkullimit, te fusha E",
  ],
} as const;
