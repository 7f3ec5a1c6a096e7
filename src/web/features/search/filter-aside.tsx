import { type ComponentProps, lazy, type ReactNode, useSyncExternalStore } from "react";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { Part } from "#web/components/part.tsx";
import type { FilterPanel } from "./filter-panel.tsx";
import { filterPanelId } from "./search-address.ts";
import { PanelSkeleton } from "./skeletons.tsx";

const wideScreen = "(min-width: 64rem)";
// A constant: with a new object React would replace the server's markup.
const asDrawn = { __html: "" };

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
const isWide = () => matchMedia(wideScreen).matches;

// The server renders the panel except for phones, which never show it. Wide screens load its chunk before
// hydration, so that no click meets a panel without handlers; narrow ones do not load it.
const loadsEagerly = import.meta.env.SSR || isWide();
const Panel = loadsEagerly
  ? (await import("./filter-panel.tsx")).FilterPanel
  : lazy(async () => ({ default: (await import("./filter-panel.tsx")).FilterPanel }));

// Only a panel that loads later gets a Suspense boundary. React hydrates a boundary after the rest of the
// page and loses a tick made before: the box would be ticked without a search.
function PanelBoundary({ children }: { children: ReactNode }) {
  return loadsEagerly ? children : <Part fallback={<PanelSkeleton />}>{children}</Part>;
}

// During hydration, too, the screen's width decides: a narrow one leaves the markup unchanged.
const isWideAtFirst = import.meta.env.SSR ? () => true : isWide;
const isNarrowAtFirst = () => false;

// On a narrow screen without scripts the link "Filtrat" (Toolbar) shows it by `:target`.
const look =
  "hidden scroll-mt-20 lg:sticky lg:top-20 lg:block lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:overscroll-contain lg:pe-3 noscript:target:block noscript:max-lg:mb-8";

type PanelProps = Omit<ComponentProps<typeof FilterPanel>, "id">;

/** The filters beside the results. `panel` null: loading or failed. `isSent`: the server rendered them. */
export function FilterAside({
  id,
  panel,
  failed,
  isSent,
}: {
  id: string;
  panel: PanelProps | null;
  failed: boolean;
  isSent: boolean;
}) {
  const wide = useSyncExternalStore(subscribe, isWide, isSent ? isWideAtFirst : isNarrowAtFirst);
  if (!wide) {
    return (
      <aside
        key="as drawn"
        id={filterPanelId}
        aria-label={text.filters}
        className={look}
        suppressHydrationWarning
        dangerouslySetInnerHTML={asDrawn}
      />
    );
  }
  return (
    <aside key="live" id={filterPanelId} aria-label={text.filters} className={look}>
      {panel ? (
        <PanelBoundary>
          <Panel id={id} {...panel} />
        </PanelBoundary>
      ) : (
        !failed && <PanelSkeleton />
      )}
    </aside>
  );
}
