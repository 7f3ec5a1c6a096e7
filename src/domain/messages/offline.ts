/** Texts of the cars that can be read without a connection (specification.md#offline). */
export const offlineMessages = {
  title: "Vetura të ruajtura",
  description: "Veturat që mund t'i lexoni në këtë pajisje edhe pa internet.",
  intro: (most: number) =>
    `Të preferuarat dhe ${most} veturat e fundit që i keni hapur ruhen në këtë pajisje, që t'i lexoni edhe pa internet.`,
  withoutScripts: "Veturat ruhen në shfletuesin tuaj. Për t'i parë, lejoni JavaScript-in.",
  loading: "Duke lexuar veturat e ruajtura...",

  noConnection: "Nuk ka lidhje me internetin",
  pageNeedsConnection: "Kjo faqe nuk hapet pa internet. Këto vetura mund t'i lexoni edhe tani.",
  carNotSaved: "Kjo veturë nuk është e ruajtur në këtë pajisje. Këto mund t'i lexoni edhe tani.",
  savedOn: (date: string) => `Ruajtur më ${date}, mund të ketë ndryshuar`,

  favorites: "Të preferuarat",
  opened: "Të hapura së fundi",
  emptyTitle: "Ende nuk ka vetura të ruajtura",
  emptyText: "Kur hapni një veturë me internet, ajo ruhet këtu vetvetiu.",
  sold: "E shitur",
  toAll: "Veturat e ruajtura",
} as const;
