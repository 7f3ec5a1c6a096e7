import { createContext } from "react-router";
import type { SiteConfig } from "#contract/site-config.ts";

export type { SiteConfig };

export const siteContext = createContext<SiteConfig>();
