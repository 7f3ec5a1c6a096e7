import { confirmationRules } from "#domain/cars/confirmation.ts";

/** Whether a car is still for sale: badges, the mailed question and its page, the buyers' button. */
export const confirmationMessages = {
  /** The owner's own button. */
  confirm: "Ende në shitje",
  confirmed: "Faleminderit, shpallja u konfirmua.",
  confirmFailed: "Konfirmimi nuk u krye. Provoni përsëri.",
  confirmStock: "Të gjitha janë ende në shitje",
  stockConfirmed: (count: number) =>
    count === 1 ? "U konfirmua një veturë." : `U konfirmuan ${count} vetura.`,

  /** The buyers' button. */
  askSeller: "A është ende në shitje?",
  asked: "Faleminderit. Kur pyesin edhe të tjerë, e pyesim shitësin me email.",
  askFailed: "Pyetja nuk u dërgua. Provoni përsëri.",

  linkInvalid: "Kjo lidhje nuk vlen më.",
  answerUnknown: "Përgjigjja nuk njihet.",

  page: {
    title: "A është ende në shitje?",
    intro: "Blerësit shohin kur e keni konfirmuar shpalljen për herë të fundit.",
    onSale: "Ende në shitje",
    sold: "E shitur",
    onSaleDone: "Faleminderit!",
    onSaleDoneText: "Shpallja u konfirmua dhe mbetet në kërkim.",
    soldDone: "Urime për shitjen!",
    soldDoneText: "Vetura u shënua si e shitur dhe nuk del më në kërkim.",
    undo: "Ishte gabim: është ende në shitje",
    undone: "Vetura është përsëri në shitje.",
    goneTitle: "Kjo lidhje nuk vlen më",
    goneText: `Pyetja ka marrë përgjigje ose kanë kaluar ${confirmationRules.linkDays} ditë. Shpalljet tuaja i gjeni te «Shitjet e mia».`,
    toMyCars: "Shitjet e mia",
    toCar: "Shiko shpalljen",
    failed: "Përgjigjja nuk u ruajt. Provoni përsëri.",
    withoutScripts: "Për të përgjigjur, lejoni JavaScript në shfletuesin tuaj ose hyni në llogari.",
  },
} as const;
