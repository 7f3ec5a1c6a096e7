/** Texts of favourites (specification.md#search-results). */
export const favoritesMessages = {
  title: "Të preferuarat",
  description: "Veturat që i keni ruajtur me zemër në këtë pajisje.",
  intro: "Veturat që i keni shënuar me zemër.",
  onDevice: "Ruhen vetëm në këtë pajisje.",
  inAccount: "Ruhen në llogarinë tuaj dhe ju presin në çdo pajisje ku hyni.",
  keep: "Ruaji në llogari",
  leave: "Mos i ruaj në llogari",
  kept: "Të preferuarat u ruajtën në llogari.",
  left: "Të preferuarat ruhen përsëri vetëm në këtë pajisje.",
  accountFailed: "Llogaria nuk u përgjigj. Zemrat tuaja janë ruajtur në këtë pajisje.",
  priceChanges: "Çmimet që kanë ndryshuar",
  priceChange: (before: string, now: string) => `nga ${before} në ${now}`,
  count: (count: number) => (count === 1 ? "1 veturë në shitje" : `${count} vetura në shitje`),
  loading: "Duke ngarkuar të preferuarat...",
  withoutScripts: "Të preferuarat ruhen në shfletuesin tuaj. Për t'i parë, lejoni JavaScript-in.",

  emptyTitle: "Ende nuk keni të preferuara",
  emptyText: "Prekni zemrën te një veturë që ju pëlqen dhe ajo ju pret këtu.",
  emptyButton: "Kërko vetura",

  onSale: "Në shitje",
  compareAll: "Krahasoji",
  compareFirst: (count: number) => `Krahaso ${count} të parat`,
  unavailable: "Nuk janë më në shitje",
  sold: "E shitur",
  goneTitle: "Shpallja nuk është më",
  goneText: "Shitësi e ka hequr këtë veturë nga faqja.",
  remove: (name: string) => `Hiqe ${name} nga të preferuarat`,
  removeGone: "Hiqe shpalljen e humbur nga të preferuarat",
  removeShort: "Hiqe",
  removeAll: "Hiqi të gjitha",
  removed: (name: string) => `${name} u hoq nga të preferuarat.`,
  removedMany: (count: number) =>
    count === 1 ? "1 veturë u hoq nga të preferuarat." : `${count} vetura u hoqën nga të preferuarat.`,
  undo: "Ktheje",

  failed: "Gabim në ngarkimin e veturave",
  failedText: (count: number) =>
    count === 1
      ? "1 veturë nuk u ngarkua. Zemra e saj ruhet."
      : `${count} vetura nuk u ngarkuan. Zemrat e tyre ruhen.`,
  more: (count: number) => (count === 1 ? "Shfaq edhe 1" : `Shfaq edhe ${count}`),
} as const;
