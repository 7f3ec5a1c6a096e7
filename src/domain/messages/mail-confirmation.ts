import { confirmationRules } from "#domain/cars/confirmation.ts";

/** The mail that asks a private seller which cars are still for sale. */
export const confirmationMail = {
  subjectOne: (car: string) => `A është ende në shitje ${car}?`,
  subjectMany: (count: number) => `A janë ende në shitje ${count} veturat tuaja?`,
  leadOne:
    "Shpallja juaj nuk është konfirmuar prej disa kohësh. Hapni lidhjen dhe na tregoni me një prekje: ende në shitje apo e shitur. Nuk duhet të hyni në llogari.",
  leadMany:
    "Këto shpallje nuk janë konfirmuar prej disa kohësh. Hapni lidhjen e secilës dhe na tregoni me një prekje: ende në shitje apo e shitur. Nuk duhet të hyni në llogari.",
  leadBuyers:
    "Blerësit po pyesin nëse vetura është ende në shitje. Hapni lidhjen dhe na tregoni me një prekje: ende në shitje apo e shitur. Nuk duhet të hyni në llogari.",
  action: "Përgjigjuni",
  more: (count: number) => `Edhe ${count} vetura të tjera presin konfirmim: i gjeni te «Shitjet e Mia».`,
  why: `Për një shpallje pyesim më së shumti dy herë. Lidhjet vlejnë ${confirmationRules.linkDays} ditë.`,
} as const;
