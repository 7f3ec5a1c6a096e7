import { createContext, useRouteLoaderData } from "react-router";
import type { SiteConfig } from "#contract/site-config.ts";
import { defaultFees } from "#domain/payments/fees.ts";
import { defaultLimits } from "#domain/settings/settings.ts";

export type { SiteConfig };

export const siteContext = createContext<SiteConfig>();

/** The operator's fees (USD cents) and limits when the page was loaded; the server decides. */
export function useTerms(): Pick<SiteConfig, "fees" | "limits"> {
  const root = useRouteLoaderData<{ site: SiteConfig }>("root");
  return root?.site ?? { fees: defaultFees, limits: defaultLimits };
}
