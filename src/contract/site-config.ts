import type { Fees } from "#domain/payments/fees.ts";
import type { Settings } from "#domain/settings/settings.ts";

/** What pages say about the site itself. All of it is public: it is part of every page's data. */
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
  /** "test": payments move no money, and pages say with which card one tries them. */
  paymentsMode: "test" | "live";
  /** Origin of a photo store with an address of its own (S3_PUBLIC_URL), for the content policy. */
  photoOrigin?: string;
};
