import { z } from "zod";
import type { SettingsChange, SettingsForm } from "#contract/settings.ts";
import { centsToDollars, dollarsToCents, type Fees } from "#domain/payments/fees.ts";
import type { Settings } from "#domain/settings/settings.ts";

const cents = z.int().min(0);
const text = z.string().nullable();

/** Stored settings. They were validated when they were saved; a later version of the site may have more. */
const stored = z.object({
  fees: z.object({
    listing: cents,
    sponsorshipPerDay: cents,
    socialPromotion: cents,
    subscription: cents,
  }),
  limits: z.object({ photos: z.int(), sponsorshipDays: z.int() }),
  company: z.object({
    name: z.string(),
    address: z.string(),
    businessNumber: z.string(),
    fiscalNumber: z.string(),
    vatNumber: text,
  }),
  contacts: z.object({ email: z.string(), phone: z.string() }),
  texts: z.object({ terms: text, privacy: text, imprint: text }),
  socialLinks: z.object({ facebook: text, instagram: text, tiktok: text }),
  eurRate: z.number().nullable().default(null),
});

/** Parses a stored version. */
export function readSettings(value: unknown): Settings {
  return stored.parse(value);
}

/** The settings as the API has them: fees in dollars. */
export function presentSettings({ fees, ...others }: Settings): SettingsForm {
  return { ...others, fees: feesInDollars(fees) };
}

/** Fees as the API has them. */
export function feesInDollars({ listing, sponsorshipPerDay, socialPromotion, subscription }: Fees): Fees {
  return {
    listing: centsToDollars(listing),
    sponsorshipPerDay: centsToDollars(sponsorshipPerDay),
    socialPromotion: centsToDollars(socialPromotion),
    subscription: centsToDollars(subscription),
  };
}

/** Omitted and undefined keys are unchanged. */
function changed<Group extends object>(
  group: Group,
  change: { [Key in keyof Group]?: Group[Key] | undefined } = {},
): Group {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...group, ...Object.fromEntries(given) };
}

/** The settings after a change that the contract's schema validated. */
export function changedSettings(before: Settings, change: SettingsChange): Settings {
  const fees = changed(feesInDollars(before.fees), change.fees);
  return {
    fees: {
      listing: dollarsToCents(fees.listing),
      sponsorshipPerDay: dollarsToCents(fees.sponsorshipPerDay),
      socialPromotion: dollarsToCents(fees.socialPromotion),
      subscription: dollarsToCents(fees.subscription),
    },
    limits: changed(before.limits, change.limits),
    company: changed(before.company, change.company),
    contacts: changed(before.contacts, change.contacts),
    texts: changed(before.texts, change.texts),
    socialLinks: changed(before.socialLinks, change.socialLinks),
    eurRate: change.eurRate === undefined ? before.eurRate : change.eurRate,
  };
}

/** All fields of the settings by their unique names; fees in dollars. */
export function flatSettings(settings: Settings): Record<string, unknown> {
  const { fees, limits, company, contacts, texts, socialLinks, eurRate } = presentSettings(settings);
  return { ...fees, ...limits, ...company, ...contacts, ...texts, ...socialLinks, eurRate };
}
