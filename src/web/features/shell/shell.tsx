import type { ReactNode } from "react";
import { shellMessages as text } from "#domain/messages/shell.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { Header } from "./header.tsx";
import { ServerFooter } from "./server-footer.tsx";
import { SuspendedNotice } from "./suspended-notice.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";

/** What stands around every page. */
export function Shell({ site, year, children }: { site: SiteConfig; year: number; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link rounded-md bg-blue px-4 py-3 font-semibold text-on-blue">
        {text.skipToContent}
      </a>
      <NavigationProgress />
      <Header siteName={site.name} />
      <SuspendedNotice contactEmail={site.contactEmail} />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <ServerFooter site={site} year={year} />
    </div>
  );
}
