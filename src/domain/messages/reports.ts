import { reportLimits, type ReportReason } from "#domain/reports/report-reasons.ts";
import type { MailText } from "./mail.ts";

/** The reasons to choose from in a report. */
const reasons: Record<ReportReason, string> = {
  fraud: "Mashtrim ose çmim i pabesueshëm",
  sold: "Vetura është shitur ose nuk ekziston",
  wrong_data: "Të dhëna të pasakta",
  duplicate: "Shpallje e përsëritur",
  offensive: "Përmbajtje ofenduese ose e palejuar",
  other: "Arsye tjetër",
};

/** Texts about reports: the call's answers, and the mails to reporters. */
export const reportMessages = {
  reasons,
  reasonRequired: "Zgjidhni arsyen e raportimit",
  textTooLong: `Shpjegimi mund të ketë deri në ${reportLimits.maxText} karaktere`,
  /** To the reporter: the car was removed. `car`: "Volkswagen Golf, 2016". */
  hiddenMail: (site: string, car: string): MailText => ({
    subject: `Raportimi juaj në ${site}`,
    before: [
      `Faleminderit që na lajmëruat për veturën ${car}. E shqyrtuam raportimin tuaj dhe vetura nuk shfaqet më në ${site}.`,
    ],
    action: "Shikoni vetura të tjera",
    after: ["Ky është njoftimi i vetëm për këtë raportim."],
  }),
  /** To the reporter: the car was checked and stays. */
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
