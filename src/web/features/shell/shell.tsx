import { lazy, type ReactNode, Suspense } from "react";
import { useNavigation } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { useAuth } from "#web/lib/auth.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { Header } from "./header.tsx";
import { ServerFooter } from "./server-footer.tsx";

// Lazy-loaded, because few users are ever suspended.
const SuspendedNotice = lazy(() => import("./suspended-notice.tsx").catch(() => ({ default: () => null })));

function SuspensionOf({ contactEmail }: { contactEmail: string }) {
  const { user } = useAuth();
  // A user stored by an older version lacks the field.
  return user?.suspension ? (
    <Suspense>
      <SuspendedNotice contactEmail={contactEmail} suspension={user.suspension} />
    </Suspense>
  ) : null;
}

/** The layout around every page. */
export function Shell({
  site,
  year,
  bar,
  children,
}: {
  site: SiteConfig;
  year: number;
  /** Fixed over every page; empty at first. */
  bar: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link rounded-md bg-blue px-4 py-3 font-semibold text-on-blue">
        {text.skipToContent}
      </a>
      <NavigationProgress />
      <Header siteName={site.name} />
      <SuspensionOf contactEmail={site.contactEmail} />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <ServerFooter site={site} year={year} />
      {bar}
    </div>
  );
}

/**
 * Shows that a navigation is loading: on a slow connection a tap would otherwise get no response until the
 * data arrive. The bar starts after a delay, so that fast pages show nothing.
 */
function NavigationProgress() {
  const { state } = useNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a live region must exist before its text to be announced
    <div role="status" className={state === "idle" ? undefined : "navigating"}>
      {state !== "idle" && <span className="sr-only">{text.loadingPage}</span>}
    </div>
  );
}
