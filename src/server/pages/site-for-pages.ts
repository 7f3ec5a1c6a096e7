import type { SiteConfig } from "#contract/site-config.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { isTestMode } from "#server/money/billing/provider.ts";
import type { Config } from "#server/config.ts";

/** The site's data for pages, with the operator's current settings. */
export function siteForPages(config: Config, settings: Settings): SiteConfig {
  const { name, publicUrl } = config.site;
  const { contacts, socialLinks, fees, limits } = settings;
  const photoAddress = config.photos.store === "s3" ? config.photos.publicUrl : null;
  return {
    name,
    publicUrl,
    contactEmail: contacts.email,
    contactPhone: contacts.phone,
    facebookUrl: socialLinks.facebook ?? "",
    instagramUrl: socialLinks.instagram ?? "",
    tiktokUrl: socialLinks.tiktok ?? "",
    fees,
    limits,
    paymentsMode: isTestMode(config.payments) ? "test" : "live",
    ...(photoAddress === null ? {} : { photoOrigin: new URL(photoAddress).origin }),
  };
}
