import { confirmationRules } from "#domain/cars/confirmation.ts";
import { formatDate } from "#domain/format/format.ts";

/** Whether a car is still for sale: badges, the mailed question and its page, the buyers' button. */
export const confirmationMessages = {
  today: "Konfirmuar sot",
  yesterday: "Konfirmuar dje",
  daysAgo: (days: number) => `Konfirmuar para ${days} ditësh`,
  notSince: (days: number) => `Pa u konfirmuar prej ${days} ditësh`,

  /** The owner's own button. */
  confirm: "Ende në shitje",
  confirmed: "Faleminderit, shpallja u konfirmua.",
  confirmFailed: "Konfirmimi nuk u krye. Provoni përsëri.",
  confirmStock: "Të gjitha janë ende në shitje",
  confirmStockHint: "Blerësit shohin se veturat tuaja janë ende në shitje.",
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
    goneText: `Pyetja ka marrë përgjigje ose kanë kaluar ${confirmationRules.linkDays} ditë. Shpalljet tuaja i gjeni te «Shitjet e Mia».`,
    toMyCars: "Shitjet e mia",
    toCar: "Shiko shpalljen",
    failed: "Përgjigjja nuk u ruajt. Provoni përsëri.",
    withoutScripts: "Për të përgjigjur, lejoni JavaScript në shfletuesin tuaj ose hyni në llogari.",
  },

  mail: {
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
  },
} as const;

/** A number that is one more for each day in Kosovo. */
function dayNumber(moment: string): number {
  const [day, month, year] = formatDate(moment).split(".").map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day) / 86_400_000;
}

/**
 * What people read of a car's last confirmation, by days as they are in Kosovo; null where nothing is said: neither fresh
 * nor stale (specification.md#freshness).
 */
export function confirmedNote(
  confirmedAt: string,
  now: string,
): { readonly text: string; readonly isStale: boolean } | null {
  const days = Math.max(0, dayNumber(now) - dayNumber(confirmedAt));
  const { today, yesterday, daysAgo, notSince } = confirmationMessages;
  if (days > confirmationRules.staleDays) return { text: notSince(days), isStale: true };
  if (days > confirmationRules.freshDays) return null;
  return { text: days === 0 ? today : days === 1 ? yesterday : daysAgo(days), isStale: false };
}
