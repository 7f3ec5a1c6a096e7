import { carLimits } from "#domain/cars/car-limits.ts";
import type { Fees } from "#domain/payments/fees.ts";

/** Texts that the operator may replace. */
export const siteTexts = ["terms", "privacy", "imprint"] as const;
export type SiteText = (typeof siteTexts)[number];

export const socialNetworks = ["facebook", "instagram", "tiktok"] as const;
export type SocialNetwork = (typeof socialNetworks)[number];

/** The company on invoices and /imprint. "" if not entered yet. */
export interface Company {
  readonly name: string;
  readonly address: string;
  readonly businessNumber: string;
  readonly fiscalNumber: string;
  /** Null: the operator is not registered for VAT. */
  readonly vatNumber: string | null;
}

/** The operator's settings of the site, the same in all processes. */
export interface Settings {
  readonly fees: Fees;
  /** Never above the specification's limits. */
  readonly limits: { readonly photos: number; readonly sponsorshipDays: number };
  readonly company: Company;
  readonly contacts: { readonly email: string; readonly phone: string };
  /** Markdown; null: the built-in text. */
  readonly texts: Readonly<Record<SiteText, string | null>>;
  /** Null: no link. */
  readonly socialLinks: Readonly<Record<SocialNetwork, string | null>>;
  /** Euro for one dollar, for invoices; null: none entered. */
  readonly eurRate: number | null;
}

/** The default limits: the specification's. */
export const defaultLimits: Settings["limits"] = {
  photos: carLimits.maxImages,
  sponsorshipDays: carLimits.maxSponsorshipDays,
};

/** Bounds of the settings. Fees in USD cents. */
export const settingsLimits = {
  maxFee: 100_000,
  /** The provider's minimum for card payments; 0 is free. */
  minFee: 50,
  minSubscription: 100,
  maxPhotos: carLimits.maxImages,
  maxSponsorshipDays: carLimits.maxSponsorshipDays,
  maxName: 150,
  maxAddress: 300,
  maxNumber: 30,
  maxText: 60_000,
  maxLink: 300,
  minEurRate: 0.1,
  maxEurRate: 10,
} as const;
