import type { LegalFacts } from "#domain/messages/legal.ts";
import { defaultFees } from "#domain/payments/fees.ts";
import { footerMessages } from "#domain/messages/footer.ts";
import { type Company, defaultLimits } from "#domain/settings/settings.ts";
import type { SiteConfig } from "#web/lib/site.ts";

/** The facts about this site that its legal texts contain, from its configuration. */
export function legalFacts(site: SiteConfig | undefined, company?: Company): LegalFacts {
  const address = site?.publicUrl ?? "";
  return {
    siteName: site?.name ?? "",
    host: URL.canParse(address) ? new URL(address).host : address,
    contactEmail: site?.contactEmail ?? "",
    company: company ?? {
      name: site?.name ?? "",
      address: footerMessages.location,
      businessNumber: "",
      fiscalNumber: "",
      vatNumber: null,
    },
    fees: site?.fees ?? defaultFees,
    limits: site?.limits ?? defaultLimits,
    testPayments: site?.paymentsMode === "test",
  };
}
