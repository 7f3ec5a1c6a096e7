import { formatNumber } from "#domain/format/format.ts";
import type { MailText } from "./mail.ts";

/** Contents of a dealer's monthly mail about the last 30 days. */
export interface MonthlyFigures {
  readonly active: number;
  readonly sold: number;
  readonly views: number;
  readonly leads: number;
  /** Cars on sale longest, "Audi A6, 2014", with their days. */
  readonly longest: readonly { readonly name: string; readonly days: number }[];
}

/** Texts of the monthly mail to dealers. */
export const stockReportMail = {
  text: ({ active, sold, views, leads, longest }: MonthlyFigures): MailText => ({
    subject: `Stoku juaj në 30 ditët e fundit: ${formatNumber(views)} hapje, ${formatNumber(leads)} ${leads === 1 ? "kontakt" : "kontakte"}`,
    before: ["Kështu shkoi stoku juaj në 30 ditët e fundit."],
    rows: [
      ["Në shitje", formatNumber(active)],
      ["Të shitura", formatNumber(sold)],
      ["Hapje të shpalljeve", formatNumber(views)],
      ["Kontakte", formatNumber(leads)],
      ...longest.map(({ name, days }): [string, string] => [
        `Qëndron gjatë: ${name}`,
        days === 1 ? "1 ditë" : `${formatNumber(days)} ditë`,
      ]),
    ],
    action: "Shikoni raportin e stokut",
    after: [],
  }),
  why: (site: string) => `Këtë email e morët sepse jeni autosallon në ${site}; vjen një herë në muaj.`,
  unsubscribe: "Mos më shkruani më për këtë",
} as const;
