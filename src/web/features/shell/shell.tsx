import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useNavigation } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { useAuth } from "#web/lib/auth.ts";
import type { SiteConfig } from "#web/lib/site.ts";
import { Header } from "./header.tsx";
import type { SuspendedNotice as Notice } from "./suspended-notice.tsx";
import { ServerFooter } from "./server-footer.tsx";

// Few people are ever suspended: the notice comes with the first of them.
const NoNotice: ComponentType<ComponentProps<typeof Notice>> = () => null;
const SuspendedNotice = lazy(async () => ({
  default: await import("./suspended-notice.tsx").then(
    (loaded) => loaded.SuspendedNotice,
    () => NoNotice,
  ),
}));

function SuspensionOf({ contactEmail }: { contactEmail: string }) {
  const { user } = useAuth();
  // A user that an older version of the page has stored lacks the field.
  return user?.suspension ? (
    <Suspense>
      <SuspendedNotice contactEmail={contactEmail} suspension={user.suspension} />
    </Suspense>
  ) : null;
}

/** What stands around every page. */
export function Shell({
  site,
  year,
  bar,
  children,
}: {
  site: SiteConfig;
  year: number;
  /** Floats over every page; nothing at first. */
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
 * Says that a page was asked for and is on its way: on a slow line nothing else would answer a tap until the data are
 * there. Pages that come at once show nothing: the bar begins to grow after a moment.
 */
function NavigationProgress() {
  const { state } = useNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it must be there before its words are, to be read out
    <div role="status" className={state === "idle" ? undefined : "navigating"}>
      {state !== "idle" && <span className="sr-only">{text.loadingPage}</span>}
    </div>
  );
}
