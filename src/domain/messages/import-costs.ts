import { formatDate, formatEuro, formatEuroCents } from "#domain/format/format.ts";
import { timeAgo } from "./time-ago.ts";
import type { Certainty } from "#domain/tariffs/tariff.ts";

/** Texts of the import cost calculator (specification.md#cost-to-plates). */
export const importCostMessages = {
  title: "Sa kushton dogana?",
  description:
    "Llogaritni doganën, akcizën, TVSH-në dhe taksat për një veturë të importuar në Kosovë, deri në targa. Falas dhe pa llogari.",
  intro:
    "Shkruani çmimin dhe të dhënat e veturës dhe shihni sa kushton deri në targa. Për çdo shumë shkruan sa e sigurt është.",
  price: "Çmimi i veturës (€)",
  engineCc: "Motori (cm³)",
  engineHint: "Për veturat elektrike lëreni të zbrazët.",
  year: "Viti i regjistrimit të parë",
  fuel: "Karburanti",
  choose: "Zgjidhni",
  euOrigin: "Origjina e prodhimit",
  euOriginHint: "Nga BE-ja: vetëm me dëshmi origjine.",
  euOriginNo: "Jashtë BE-së",
  euOriginYes: "Nga BE-ja",
  submit: "Llogarit",
  failed: "Llogaritja nuk u krye. Provoni përsëri.",

  heading: "Deri në targa",
  resultTitle: (price: number) => `Deri në targa për ${formatEuro(price)}`,
  caption: "Çfarë paguhet deri në targa",
  what: "Çfarë paguhet",
  notEu: "Jashtë BE-së",
  eu: "Nga BE-ja",
  amount: "Shuma",
  carPrice: "Çmimi i veturës",
  of: (base: number) => `mbi ${formatEuroCents(base)}`,
  euro: formatEuroCents,
  unknown: "nuk dihet",
  certainties: { official: "zyrtare", unconfirmed: "e pakonfirmuar" } satisfies Record<Certainty, string>,
  known: "Kostot që dihen",
  total: "Gjithsej me sa dihet",
  certaintyNote:
    "«Zyrtare»: lexuar në burimin zyrtar. «E pakonfirmuar»: shuma e zakonshme, që dogana mund ta caktojë ndryshe.",
  source: "Burimi:",
  /** `today` in the format of the other days, 2026-11-23. */
  checked: (day: string, from: string, today: string) =>
    `kontrolluar më ${formatDate(day)} (${day < today ? timeAgo(day, today) : "sot"}), tarifa vlen nga ${formatDate(from)}`,
  stale:
    "Kjo tarifë nuk është kontrolluar prej më shumë se gjashtë muajsh; shumat mund të kenë ndryshuar. Pyetni në doganë para se ta blini veturën.",
  tooOld: "Kjo veturë është më e vjetër sesa lejohet për import, prandaj nuk mund të doganohet.",
  /** Below `tooOld` on the calculator's page. */
  tooOldHint: "Provoni një vit më të ri, ose pyetni në doganë para se ta blini veturën.",
  noEngine: "Kostot nuk mund të llogariten pa vëllimin e motorit.",
  calculator: "Llogarit vetë",
  boxIntro: "Kjo veturë është pa doganë. Kështu kushton deri në targa sot, sipas origjinës së prodhimit:",
  search: (total: number) => `Veturat deri në ${formatEuro(total)}, me targa`,
  hint: (notEu: number, eu: number) =>
    `Deri në targa kushton gjithsej ${formatEuroCents(notEu)}, ose ${formatEuroCents(eu)} me dëshmi origjine nga BE-ja.`,
  /** Beside the price. */
  inShort: (notEu: number, eu: number) =>
    `Me targa gjithsej ${formatEuro(Math.round(notEu))}, nga BE-ja ${formatEuro(Math.round(eu))}`,
  hintTooOld: "Vetura kaq të vjetra nuk lejohen për import.",
} as const;
