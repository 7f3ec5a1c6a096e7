import type { AlarmKind } from "#domain/operation/alarms.ts";
import type { MailText } from "./mail.ts";

/** What an alarm means and what to do about it. */
const alarms: Readonly<Record<AlarmKind, readonly [what: string, todo: string]>> = {
  payments_unfulfilled: [
    "Pagesë e kryer pa shërbim",
    "Dikush ka paguar para më shumë se 5 minutash dhe nuk ka marrë gjë",
  ],
  disputes: ["Kundërshtim i një pagese", "Përgjigjuni te ofruesi i pagesave brenda afatit"],
  invoices_waiting: [
    "Fatura që nuk po lëshohen",
    "Shkruani të dhënat e kompanisë te Cilësimet; nëse janë aty, shihni punët që dështuan",
  ],
  jobs_late: ["Punët nuk po kryhen", "Një punë pret prej më shumë se 10 minutash"],
  jobs_failed: ["Punë që dështuan", "Shihni arsyen dhe provojini përsëri"],
  mails_failed: ["Email që nuk u dërguan", "Kontrolloni serverin e postës"],
  disk_low: ["Disku po mbushet", "Ka mbetur më pak se 10 %"],
  provider: ["Stripe nuk është në rregull", "Kontrolloni çelësin, adresën dhe webhook-un"],
  search_blind: ["Kërkimi nuk i merr ndryshimet", "Vizitorët shohin vetura të vjetra"],
  posts_overdue: ["Promovim social me vonesë", "Është premtuar brenda 24 orëve nga pagesa"],
  prices_worse: ["Modeli i ri i çmimeve nuk u pranua", "Shihni çfarë u publikua së fundi"],
};

/** Mails to the operator's admins: the weekly report and alarms. */
export const operatorMails = {
  weekly: (
    site: string,
    week: {
      from: string;
      to: string;
      registrations: string;
      cars: string;
      sold: string;
      income: string;
      waiting: readonly (readonly [string, string])[];
      alarms: readonly AlarmKind[];
    },
  ): MailText => ({
    subject: `Java në ${site}: ${week.from} – ${week.to}`,
    before: [`Çfarë ndodhi në ${site} nga ${week.from} deri më ${week.to}, dhe çfarë pret tani.`],
    rows: [
      ["Llogari të reja", week.registrations],
      ["Vetura të publikuara", week.cars],
      ["Vetura të shitura", week.sold],
      ["Të ardhura, pa kthimet", week.income],
      ...week.waiting,
      ...(week.alarms.length === 0
        ? ([["Gjendja e faqes", "në rregull"]] as const)
        : week.alarms.map((kind) => ["Gjendja e faqes", alarms[kind][0]] as const)),
    ],
    action: "Hapni panelin",
    after: ["Këtë email e marrin administratorët çdo të hënë."],
  }),
  waiting: {
    reports: "Raportime në pritje",
    reviews: "Vetura për shqyrtim",
    models: "Modele në pritje",
    posts: "Promovime në pritje",
    verifications: "Verifikime në pritje",
  },
  alarm: (site: string, kinds: readonly AlarmKind[]): MailText => ({
    subject: `${site}: ${kinds.map((kind) => alarms[kind][0].toLowerCase()).join(", ")}`,
    before: [`Në ${site} diçka ka nevojë për dikë.`],
    rows: kinds.map((kind) => alarms[kind]),
    action: "Shihni gjendjen e faqes",
    after: [
      "Për të njëjtën gjë nuk ju shkruajmë përsëri derisa të ketë kaluar, dhe më së shumti një herë në ditë.",
    ],
  }),
} as const;
