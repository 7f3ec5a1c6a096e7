import type { Fees } from "#domain/payments/fees.ts";
import type { Settings } from "#domain/settings/settings.ts";

/** The site's data in every page. All of it is public. */
export type SiteConfig = {
  name: string;
  /** Absolute, without a trailing slash. */
  publicUrl: string;
  contactEmail: string;
  contactPhone: string;
  /** "": no link. */
  facebookUrl: string;
  instagramUrl: string;
  tiktokUrl: string;
  /** USD cents. */
  fees: Fees;
  limits: Settings["limits"];
  /** "test": payments move no money, and pages show a test card. */
  paymentsMode: "test" | "live";
  /** Origin of a photo store with its own address (S3_PUBLIC_URL), for the content policy. */
  photoOrigin?: string;
};
