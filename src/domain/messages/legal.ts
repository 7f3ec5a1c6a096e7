import type { Company } from "#domain/settings/settings.ts";
import type { Fees } from "#domain/payments/fees.ts";

/** What the legal pages need to know of the site that shows them. */
export interface LegalFacts {
  readonly siteName: string;
  /** "vetura.example" */
  readonly host: string;
  readonly contactEmail: string;
  readonly company: Company;
  /** USD cents. */
  readonly fees: Fees;
  readonly limits: { readonly photos: number; readonly sponsorshipDays: number };
  /** No money moves: the page says so beside the fees. */
  readonly testPayments: boolean;
}

/** A paragraph, a list, or a table of two columns. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly head: readonly [string, string]; readonly rows: readonly (readonly [string, string])[] };

export interface LegalSection {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  readonly body: readonly LegalBlock[];
}

export interface LegalText {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly sections: readonly LegalSection[];
}

/** Texts around both legal pages; the pages' own stand in terms.ts and privacy.ts. */
export const legalMessages = {
  contents: "Përmbajtja",
  validFrom: (date: string) => `Në fuqi nga ${date}`,
  /** When the built-in texts last changed. */
  builtInSince: "2026-11-24T00:00:00Z",
  termsName: "Kushtet e përdorimit",
  privacyName: "Politika e privatësisë",
  imprintName: "Impresumi",
  seeAlso: "Lexoni edhe:",
} as const;
