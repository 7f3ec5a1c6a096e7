import type { Device } from "#domain/accounts/device-name.ts";
import { accountLimits } from "#domain/accounts/account-limits.ts";

/** Texts about accounts (specification.md#accounts). */
export const accountMessages = {
  firstNameRequired: "Emri është i detyrueshëm!",
  lastNameRequired: "Mbiemri është i detyrueshëm!",
  nameTooLong: `Emri mund të ketë deri në ${accountLimits.maxName} karaktere`,
  emailRequired: "Email-i është i detyrueshëm!",
  emailInvalid: "Email-i nuk është i vlefshëm",
  emailTaken: "Ky email është i regjistruar tashmë",
  passwordRequired: "Fjalëkalimi është i detyrueshëm!",
  passwordTooShort: "Fjalëkalimi duhet të ketë të paktën 6 karaktere!",
  passwordTooLong: `Fjalëkalimi mund të ketë deri në ${accountLimits.maxPassword} karaktere`,
  passwordsDiffer: "Fjalëkalimet nuk përputhen!",
  profilePasswordTooShort: "Fjalëkalimi duhet të ketë të paktën 8 karaktere",
  profilePasswordsDiffer: "Fjalëkalimet nuk përputhen",
  wrongCredentials: "Email ose fjalëkalim i gabuar",
  wrongPassword: "Fjalëkalimi nuk është i saktë",
  codeRequired: "Shkruani kodin",
  codeNeeded: "Shkruani kodin nga aplikacioni juaj",
  wrongCode: "Kodi nuk është i saktë ose është përdorur tashmë",
  totpIsOn: "Hyrja me kod është aktive tashmë",
  totpRequired: "Për administrim duhet hyrja me kod. Aktivizojeni te profili juaj.",
  passwordNeeded: "Shkruani fjalëkalimin e tanishëm",
  passwordTooCommon:
    "Ky fjalëkalim është ndër më të përdorurit në botë dhe gjendet lehtë. Zgjidhni një tjetër",
  registeredWithCommonPassword:
    "Fjalëkalimi juaj është ndër më të përdorurit në botë dhe gjendet lehtë. Ndryshojeni te profili.",
  registrationFailed: "Dështoi regjistrimi",
  userUnavailable: "Hyrja u krye por nuk mund të merren të dhënat e përdoruesit",
  registered: "Regjistrim i suksesshëm!",
  loggedIn: "Hyrje e suksesshme!",
  profileUpdated: "Profili u përditësua",
  updateFailed: "Dështoi përditësimi",
  /** Name of the account that ADMIN_EMAIL creates; its owner changes it in the profile. */
  firstAdmin: { firstName: "Administratori", lastName: "i faqes" },
  verifyLinkInvalid: "Kjo lidhje nuk vlen më, ose është përdorur tashmë.",
  lastAdmin:
    "Jeni administratori i vetëm. Bëjeni së pari administrator dikë tjetër, pastaj fshini llogarinë tuaj.",
  suspended: "Llogaria juaj është pezulluar",
  suspendedBecause: (reason: string) => `Llogaria juaj është pezulluar. Arsyeja: ${reason}`,
  resetLinkInvalid: "Kjo lidhje nuk vlen më. Kërkoni një të re.",
} as const;

/** A session's device as its owner reads it. */
export function deviceName({ browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} në ${system}`;
  return browser ?? system ?? "Pajisje e panjohur";
}
