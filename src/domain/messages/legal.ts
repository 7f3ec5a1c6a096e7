import { accountLimits } from "#domain/accounts/account-limits.ts";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { alertMailDays } from "#domain/alerts/alert-limits.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { confirmationRules } from "#domain/cars/confirmation.ts";
import { formatDollars, formatEuro } from "#domain/format/format.ts";
import type { Fees } from "#domain/payments/fees.ts";
import { orphanPhotoDays } from "#domain/photos/photo-limits.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { Company } from "#domain/settings/settings.ts";
import { moneyBackDays, socialPromotionHours } from "#domain/site/site-figures.ts";

/** What the legal texts say about the site that shows them. */
export interface LegalFacts {
  readonly siteName: string;
  /** "vetura.example" */
  readonly host: string;
  readonly contactEmail: string;
  readonly company: Company;
  /** USD cents. */
  readonly fees: Fees;
  readonly limits: { readonly photos: number; readonly sponsorshipDays: number };
  /** No money moves: the terms say so below the fees. */
  readonly testPayments: boolean;
}

/** Texts around the legal pages. The texts themselves are terms.md and privacy.md. */
export const legalMessages = {
  contents: "Përmbajtja",
  validFrom: (date: string) => `Në fuqi nga ${date}`,
  /** When the built-in texts last changed. */
  builtInSince: "2026-11-24T00:00:00Z",
  termsName: "Kushtet e përdorimit",
  termsDescription: (siteName: string) =>
    `Rregullat e ${siteName}: llogaria, shpalljet, tarifat, abonimi i autosallonit dhe kthimi i parave.`,
  privacyName: "Politika e privatësisë",
  privacyDescription: (siteName: string) =>
    `Çfarë të dhënash ruan ${siteName}, pse, sa gjatë, kush i sheh dhe si i merrni ose i fshini.`,
  imprintName: "Impresumi",
  seeAlso: "Lexoni edhe:",
  testPayments:
    "Kjo faqe tani punon në modalitet prove: pagesat provohen me kartela prove dhe nuk lëvizin para të vërteta.",
} as const;

/** The operator's own words, without a meaning in Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);
}

/** The values of the placeholders in terms.md and privacy.md. */
function placeholders(facts: LegalFacts): Readonly<Record<string, string | number>> {
  const { siteName, company, fees } = facts;
  return {
    siteName: plain(siteName),
    host: facts.host,
    contactEmail: facts.contactEmail,
    address: plain(company.address),
    // The address alone where the site and its operator share the name.
    operator: plain(company.name === siteName ? company.address : `${company.name}, ${company.address}`),
    testPayments: facts.testPayments ? legalMessages.testPayments : "",
    listingFee: formatDollars(fees.listing),
    sponsorshipFee: formatDollars(fees.sponsorshipPerDay),
    socialFee: formatDollars(fees.socialPromotion),
    subscriptionFee: formatDollars(fees.subscription),
    moneyBackDays,
    socialPromotionHours,
    minPrice: formatEuro(carLimits.minPrice),
    maxPhotos: facts.limits.photos,
    maxSponsorshipDays: facts.limits.sponsorshipDays,
    minPasswordAtRegistration: accountLimits.minPasswordAtRegistration,
    minPasswordInProfile: accountLimits.minPasswordInProfile,
    askAfterDays: confirmationRules.askAfterDays.join(" dhe "),
    confirmationLinkDays: confirmationRules.linkDays,
    confirmationVisitorHours: confirmationRules.visitorHours,
    sessionIdleDays: sessionRules.idleDays,
    sessionMaxDays: sessionRules.maxDays,
    deviceDays: sessionRules.deviceDays,
    resetMinutes: sessionRules.resetMinutes,
    verificationDays: sessionRules.verificationDays,
    alertMailDays,
    orphanPhotoDays,
    ...retention,
  };
}

/** terms.md or privacy.md with its `{{placeholders}}` filled in. Throws for one that it does not know. */
export function fillLegalText(markdown: string, facts: LegalFacts): string {
  const values = placeholders(facts);
  return markdown.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}} in a legal text`);
    return String(value);
  });
}
