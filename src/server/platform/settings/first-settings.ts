import { defaultFees } from "#domain/payments/fees.ts";
import { footerMessages } from "#domain/messages/footer.ts";
import { defaultLimits, type Settings } from "#domain/settings/settings.ts";
import type { Config } from "#server/config.ts";

/** The settings of a new site: the specification's, and the environment's. */
export function firstSettings({ name, contactEmail, contactPhone, socials }: Config["site"]): Settings {
  return {
    fees: defaultFees,
    limits: defaultLimits,
    company: {
      name,
      address: footerMessages.location,
      businessNumber: "",
      fiscalNumber: "",
      vatNumber: null,
    },
    contacts: { email: contactEmail, phone: contactPhone },
    texts: { terms: null, privacy: null, imprint: null },
    socialLinks: socials,
    eurRate: null,
  };
}

/** Variables that differ from the settings: they are ignored. */
export function ignoredVariables(
  given: Config["givenSettings"],
  { contacts, socialLinks }: Settings,
): string[] {
  const present = {
    CONTACT_EMAIL: contacts.email,
    CONTACT_PHONE: contacts.phone,
    FACEBOOK_URL: socialLinks.facebook,
    INSTAGRAM_URL: socialLinks.instagram,
    TIKTOK_URL: socialLinks.tiktok,
  };
  return Object.entries(present).flatMap(([name, value]) => {
    const wanted = given[name];
    return wanted === undefined || wanted === value ? [] : [name];
  });
}
