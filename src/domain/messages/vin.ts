import { maxNote, waitDays } from "#domain/cars/mileage-history.ts";
import { vinLength } from "#domain/cars/vin.ts";

/** Texts of cars' identification numbers and of what is known of their mileage. */
export const vinMessages = {
  invalid: `Numri i shasisë ka ${vinLength} shenja: shkronja latine dhe shifra, pa I, O dhe Q`,
  noteTooLong: `Shënimi mund të ketë më së shumti ${maxNote} shenja`,
  noteInvalid: "Shënimi duhet të jetë tekst",

  label: "Numri i shasisë (VIN)",
  gain: "+ besim",
  hint: "Të plotë nuk e sheh askush: blerësit shohin vetëm tri shenjat e para dhe katër të fundit, dhe mund ta krahasojnë numrin kur e shohin veturën.",
  whereTitle: "Ku gjendet?",
  where: [
    "poshtë në xhamin e përparmë, në anën e shoferit",
    "në shtyllën e derës së shoferit",
    "në lejen e qarkullimit, te fusha E",
  ],
  keep: "Lëreni ashtu siç është për ta mbajtur, ose fshijeni për ta hequr.",

  factLabel: "Numri i shasisë",
  makes: {
    match: "Kodi i prodhuesit përputhet me markën",
    mismatch: "Kodi i prodhuesit është i një marke tjetër",
    unknown: "Kodi i prodhuesit nuk njihet",
  },
  check: "Krahaso numrin e shasisë",
  checkTitle: "Krahaso numrin e shasisë",
  checkText:
    "Lexojeni numrin te vetura ose në letrat e saj dhe shkruajeni këtu. Ju themi nëse është i njëjti që e ka dhënë shitësi.",
  checkField: "Numri që e shihni",
  checkButton: "Krahaso",
  matches: "Numrat janë të njëjtë.",
  differs: "Numrat nuk janë të njëjtë. Kontrolloni edhe një herë çdo shenjë, pastaj pyeteni shitësin.",
  tooMany: "I keni bërë të gjitha krahasimet e sotme. Provoni përsëri nesër.",
  signIn: "Hyni në llogari për ta krahasuar numrin.",
  close: "Mbyll",

  historyTitle: "Historia e kilometrave",
  historyText: "Nga shpalljet në këtë faqe me të njëjtin numër shasie.",
  historyLower: "Një shpallje e mëparshme kishte më shumë kilometra. Pyeteni shitësin për arsyen.",
  historyMonth: "Muaji",
  historyMileage: "Kilometrat",
  historyChart: "Kilometrat sipas muajve",
  historyTable: "Shfaq si tabelë",
  ownerNote: "Shënimi i pronarit",

  lowerTitle: "Një shpallje e mëparshme kishte më shumë kilometra",
  lowerWait: (date: string) =>
    `Blerësit e shohin më ${date}, ose menjëherë kur ta shkruani shënimin. Nëse numri është gabim, ndreqeni.`,
  lowerPublic: "Blerësit e shohin te historia e kilometrave.",
  writeNote: "Shkruaj shënimin",
  changeNote: "Ndrysho shënimin",
  noteTitle: "Shënimi për kilometrat",
  noteText: `Shkruani shkurt arsyen, p.sh. se matësi është ndërruar. Shënimi qëndron pranë historisë së kilometrave dhe ajo bëhet publike menjëherë, jo pas ${waitDays} ditësh. Numrat e telefonit nuk shfaqen.`,
  noteField: "Shënimi",
  noteSave: "Ruaj",
  noteSaved: "Shënimi u ruajt",
  noteCancel: "Anulo",
} as const;
