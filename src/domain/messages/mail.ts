import { accountPageMessages } from "./account-pages.ts";
import { dealerKeyMessages } from "./dealer-keys.ts";
import { sessionRules } from "#domain/accounts/session-rules.ts";

/** A mail's texts. Paragraphs are plain text; the one link follows from `action`. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  /** Facts (label and value) between paragraphs and link: an order's lines. */
  readonly rows?: readonly (readonly [string, string])[];
  /** The link's label, in mail programs with buttons. */
  readonly action: string;
  readonly after: readonly string[];
}

/** Texts of our mails. They never use a recipient's name: anybody may have registered the address under any name. */
export const mailMessages = {
  greeting: "Përshëndetje,",
  regards: "Me respekt,",
  /** Beside a button, for mail programs without buttons. */
  copyLink: "Nëse butoni nuk funksionon, kopjojeni këtë lidhje në shfletuesin tuaj:",
  passwordReset: (site: string): MailText => ({
    subject: `Rivendosja e fjalëkalimit në ${site}`,
    before: [
      `Morëm një kërkesë për të rivendosur fjalëkalimin e llogarisë suaj në ${site}. Për të zgjedhur një fjalëkalim të ri, hapni lidhjen më poshtë.`,
    ],
    action: "Zgjidhni fjalëkalimin e ri",
    after: [
      `Lidhja vlen ${sessionRules.resetMinutes} minuta dhe mund të përdoret vetëm një herë. Pas ndërrimit të fjalëkalimit do të duhet të hyni përsëri në të gjitha pajisjet tuaja.`,
      "Nëse këtë nuk e keni kërkuar ju, mos bëni asgjë: fjalëkalimi juaj mbetet ai që keni.",
    ],
  }),
  /** After a new password; `keys` of the account's programs go on working. */
  passwordChanged: (site: string, keys: number): MailText => ({
    subject: `Fjalëkalimi juaj në ${site} u ndërrua`,
    before: [
      `Llogaria juaj në ${site} ka fjalëkalim të ri. Në pajisjet e tjera duhet të hyni përsëri.`,
      ...(keys === 0
        ? []
        : [`${dealerKeyMessages.goOn(keys)} Nëse nuk e njihni ndonjërin, mbylleni menjëherë.`]),
    ],
    action: keys === 0 ? "Shikoni pajisjet" : "Shikoni çelësat",
    after: [
      `Nëse fjalëkalimin nuk e keni ndërruar ju, merrni menjëherë një të ri: «${accountPageMessages.forgot}» në faqen e hyrjes.`,
    ],
  }),
  verifyEmail: (site: string): MailText => ({
    subject: `Konfirmoni email-in tuaj në ${site}`,
    before: [
      `Me këtë adresë është hapur një llogari në ${site}. Hapni lidhjen më poshtë dhe shtypni butonin, që ta dimë se adresa është e juaja.`,
      "Pa këtë mund të përdorni gjithçka. Vetëm njoftimet për kërkimet e ruajtura dhe për uljen e çmimeve presin derisa ta konfirmoni.",
    ],
    action: "Konfirmoni email-in",
    after: [
      `Lidhja vlen ${sessionRules.verificationDays} ditë dhe mund të përdoret vetëm një herë. Një të re e kërkoni te profili juaj.`,
      "Nëse llogarinë nuk e keni hapur ju, mos bëni asgjë.",
    ],
  }),
} as const;
