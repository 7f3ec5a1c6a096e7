import type { SiteConfig } from "#contract/site-config.ts";
import { isTestMode } from "#server/billing/provider.ts";
import type { Config } from "#server/config.ts";

/** What pages say about the site. */
export function siteForPages(config: Config): SiteConfig {
  const { name, publicUrl, contactEmail, contactPhone, socials } = config.site;
  const photoAddress = config.photos.store === "s3" ? config.photos.publicUrl : null;
  return {
    name,
    publicUrl,
    contactEmail,
    contactPhone,
    facebookUrl: socials.facebook,
    instagramUrl: socials.instagram,
    tiktokUrl: socials.tiktok,
    paymentsMode: isTestMode(config.payments) ? "test" : "live",
    ...(photoAddress === null ? {} : { photoOrigin: new URL(photoAddress).origin }),
  };
}
