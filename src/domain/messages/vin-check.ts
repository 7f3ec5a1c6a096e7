/** The dialog in which a buyer compares the number that is read at the car with the one that its seller gave. */
export const vinCheckMessages = {
  title: "Krahaso numrin e shasisë",
  lead: "Lexojeni numrin te vetura ose në letrat e saj dhe shkruajeni këtu. Ju themi nëse është i njëjti që e ka dhënë shitësi.",
  field: "Numri që e lexuat",
  hint: "17 shenja; e gjeni poshtë në xhamin e përparmë, në shtyllën e derës së shoferit ose në lejen e qarkullimit.",
  send: "Krahaso",
  again: "Krahaso përsëri",
  matches: "Numrat janë të njëjtë.",
  differs: "Numrat nuk janë të njëjtë. Kontrolloni edhe një herë çdo shenjë, pastaj pyeteni shitësin.",
  tooMany: "I keni bërë të gjitha krahasimet e sotme. Provoni përsëri nesër.",
  failed: "Numri nuk u krahasua. Provoni përsëri.",
  signIn: "Për ta krahasuar numrin duhet të hyni në llogari.",
  toLogin: "Hyni në llogari",
  close: "Mbyll",
} as const;
