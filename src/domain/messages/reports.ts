import { reportLimits, type ReportReason } from "#domain/reports/report-reasons.ts";
import type { MailText } from "./mail.ts";

/** What visitors choose from when they report a car. */
const reasons: Record<ReportReason, string> = {
  fraud: "Mashtrim ose çmim i pabesueshëm",
  sold: "Vetura është shitur ose nuk ekziston",
  wrong_data: "Të dhëna të pasakta",
  duplicate: "Shpallje e përsëritur",
  offensive: "Përmbajtje ofenduese ose e palejuar",
  other: "Arsye tjetër",
};

/** Texts about reports of cars: the call's answers, and the mails to those who left an address. */
export const reportMessages = {
  reasons,
  reasonRequired: "Zgjidhni arsyen e raportimit",
  textTooLong: `Shpjegimi mund të ketë deri në ${reportLimits.maxText} karaktere`,
  /** To who reported: the car is not to be seen any more. `car`: "Volkswagen Golf, 2016". */
  hiddenMail: (site: string, car: string): MailText => ({
    subject: `Raportimi juaj në ${site}`,
    before: [
      `Faleminderit që na lajmëruat për veturën ${car}. E shqyrtuam raportimin tuaj dhe vetura nuk shfaqet më në ${site}.`,
    ],
    action: "Shikoni vetura të tjera",
    after: ["Ky është njoftimi i vetëm për këtë raportim."],
  }),
  /** To who reported: looked at, and the car stays. */
  dismissedMail: (site: string, car: string): MailText => ({
    subject: `Raportimi juaj në ${site}`,
    before: [
      `Faleminderit që na lajmëruat për veturën ${car}. E shqyrtuam raportimin tuaj dhe nuk gjetëm shkelje të rregullave, prandaj vetura mbetet e shfaqur.`,
    ],
    action: "Shikoni veturën",
    after: [
      "Nëse keni të dhëna të tjera, mund ta raportoni përsëri. Ky është njoftimi i vetëm për këtë raportim.",
    ],
  }),
} as const;
